/** Programs, libraries and tools: the whole of these folders can be read. */
const SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store"];

/** Named one by one, because /etc as a whole also holds keys and password hashes. */
const CONFIGURATION = [
  "alternatives",
  "ca-certificates",
  "group",
  "hosts",
  "java-17-openjdk",
  "java-21-openjdk",
  "ld.so.cache",
  "localtime",
  "maven",
  "nsswitch.conf",
  "passwd",
  "pki/tls/certs",
  "protocols",
  "services",
  "ssl/certs",
  "ssl/openssl.cnf",
].map((name) => `/etc/${name}`);

const NETWORK_CONFIGURATION = ["/etc/resolv.conf", "/etc/host.conf"];

/** What a candidate can read of the system, as far as it exists on this machine. Nothing else of it is there. */
export function systemFiles(network: boolean): readonly string[] {
  return [...SYSTEM, ...CONFIGURATION, ...(network ? NETWORK_CONFIGURATION : [])];
}
