import path from "node:path";

/** The environment of a candidate's command, besides its work folder. */
export type CandidateEnvironment = {
  readonly env: Readonly<Record<string, string>>;
  /** Folders of tools outside the system's own. */
  readonly readable: readonly string[];
};

const SYSTEM_PREFIXES = ["/usr/", "/bin", "/sbin", "/lib", "/opt/", "/nix/store/"];

/** These variables name the folders of tools in a home folder. Nothing else of the job's environment is passed on. */
const TOOL_HOMES = ["RUSTUP_HOME", "PYENV_ROOT", "JAVA_HOME", "GOROOT"] as const;

/** Without a network npm must not wait for one: it would retry for a minute before it fails. */
export const WITHOUT_NETWORK: Readonly<Record<string, string>> = { npm_config_offline: "true" };

/** Built from nothing: no token, no GITHUB_*, no ACTIONS_*, no RUNNER_*, no proxy credentials can leak. */
export function candidateEnvironment(
  job: NodeJS.ProcessEnv,
  { home, temporary = "/tmp" }: { readonly home: string; readonly temporary?: string },
): CandidateEnvironment {
  const folders = (job.PATH ?? "/usr/local/bin:/usr/bin:/bin").split(path.delimiter).filter(path.isAbsolute);
  const homes = Object.fromEntries(
    TOOL_HOMES.map((name) => [name, toolHome(name, job, folders)]).filter(([, value]) => value),
  );
  const isSystem = (folder: string) => SYSTEM_PREFIXES.some((prefix) => `${folder}/`.startsWith(prefix));
  const readable = [...folders, ...Object.values(homes)].filter(
    (folder): folder is string => !isSystem(String(folder)),
  );
  return {
    env: {
      PATH: folders.join(path.delimiter),
      HOME: home,
      TMPDIR: temporary,
      LANG: "C.UTF-8",
      CI: "true",
      NO_COLOR: "1",
      npm_config_cache: path.join(home, ".npm"),
      npm_config_update_notifier: "false",
      ...homes,
    },
    readable: [...new Set(readable)],
  };
}

/** From the environment, or derived from the tool's folder on the search path. */
function toolHome(
  name: (typeof TOOL_HOMES)[number],
  job: NodeJS.ProcessEnv,
  folders: readonly string[],
): string | undefined {
  const told = job[name];
  if (told !== undefined && path.isAbsolute(told)) return told;
  const beside = (suffix: string) => folders.find((folder) => folder.endsWith(suffix))?.slice(0, -suffix.length);
  if (name === "RUSTUP_HOME") {
    const cargo = beside("/.cargo/bin");
    return cargo === undefined ? undefined : `${cargo}/.rustup`;
  }
  if (name !== "PYENV_ROOT") return undefined;
  const pyenv = beside("/.pyenv/shims");
  return pyenv === undefined ? undefined : `${pyenv}/.pyenv`;
}
