/** Programs, libraries and tools: these folders are readable as a whole. */
const SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store"];

/** Named one by one, because /etc also contains keys and password hashes. */
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

/** The system's files that a candidate can read, as far as they exist. It sees nothing else. */
export function systemFiles(network: boolean): readonly string[] {
  return [...SYSTEM, ...CONFIGURATION, ...(network ? NETWORK_CONFIGURATION : [])];
}
