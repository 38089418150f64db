import { existsSync, lstatSync, mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { findOnPath } from "../../../test/support/programs/find-on-path.js";

/**
 * The programs of a bare machine: Node, npm, git, a shell and the usual POSIX tools. Nothing else, so that a newly
 * needed program is noticed.
 */
const BARE_PROGRAMS = [
  "node npm npx corepack git",
  "sh bash dash awk mawk gawk sed grep egrep fgrep find xargs tar gzip gunzip diff cmp hostname getconf getent which kill",
  "[ arch base64 basename cat chgrp chmod chown cksum comm cp cut date dd df dirname du echo env expand expr false fold",
  "head id install join link ln ls md5sum mkdir mkfifo mktemp mv nice nl nohup nproc od paste pathchk pr printenv printf pwd",
  "readlink realpath rm rmdir seq sha1sum sha256sum sha512sum sleep sort split stat stty sync tac tail tee test timeout touch",
  "tr true truncate tsort tty uname unexpand uniq unlink wc whoami yes",
].flatMap((line) => line.split(" "));

/** The usual folders of programs, which some code uses without PATH. */
const PROGRAM_FOLDERS = ["/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin"];
/** Debian's PostgreSQL, which is not on PATH. */
const OTHER_PLACES = ["/usr/lib/postgresql"];

/** Fills a folder with links to the programs of a bare machine and to the named ones. As PATH, it hides all others. */
export function makeBarePath(folder: string, also: readonly string[]): string[] {
  mkdirSync(folder);
  const names = [...BARE_PROGRAMS, ...also];
  return names.filter((name) => {
    const file = findOnPath(name);
    if (file !== undefined) symlinkSync(file, join(folder, name));
    return file !== undefined;
  });
}

/**
 * Arguments for bubblewrap: the folders of programs contain only these, also for code that names a program by its path.
 */
export function hideOthers(names: readonly string[]): string[] {
  const folders = PROGRAM_FOLDERS.filter((folder) => existsSync(folder) && !lstatSync(folder).isSymbolicLink());
  const shown = folders.flatMap((folder) => names.map((name) => join(folder, name)).filter((file) => existsSync(file)));
  return [
    ...[...folders, ...OTHER_PLACES.filter((place) => existsSync(place))].flatMap((folder) => ["--tmpfs", folder]),
    ...shown.flatMap((file) => {
      const target = realpathSync(file);
      // npm is a link to a script that needs its neighbours, and awk a link to a program that would be hidden.
      return folders.includes(dirname(target)) ? ["--ro-bind", target, file] : ["--symlink", target, file];
    }),
    ...folders.flatMap((folder) => ["--remount-ro", folder]),
  ];
}
