import type { FileTree } from "../../file-tree.js";

/** The standard library's top-level modules, of every version since 3.9. */
const STANDARD: ReadonlySet<string> = new Set(
  `__future__ abc aifc argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect builtins bz2 calendar
   cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall compression concurrent configparser contextlib
   contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings
   ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch formatter fractions ftplib functools gc genericpath getopt
   getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress
   itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib
   msvcrt multiprocessing netrc nis nntplib ntpath numbers opcode operator optparse os ossaudiodev parser pathlib pdb pickle
   pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc queue
   quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd
   smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct
   subprocess sunau symbol symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios test textwrap this threading
   time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest
   urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib
   zoneinfo annotationlib string.templatelib _thread __main__`
    .split(/\s+/)
    .filter((name) => name !== ""),
);

/** Packages whose import name differs from their name in the package index. */
const DISTRIBUTIONS: Readonly<Record<string, string>> = {
  yaml: "pyyaml",
  PIL: "pillow",
  cv2: "opencv-python",
  sklearn: "scikit-learn",
  skimage: "scikit-image",
  bs4: "beautifulsoup4",
  dateutil: "python-dateutil",
  dotenv: "python-dotenv",
  jwt: "pyjwt",
  jose: "python-jose",
  attr: "attrs",
  Crypto: "pycryptodome",
  OpenSSL: "pyopenssl",
  serial: "pyserial",
  git: "gitpython",
  magic: "python-magic",
  docx: "python-docx",
  pptx: "python-pptx",
  usb: "pyusb",
  psycopg2: "psycopg2-binary",
  MySQLdb: "mysqlclient",
  pkg_resources: "setuptools",
  google: "google",
  grpc: "grpcio",
  typing_extensions: "typing-extensions",
};

/** The preset always has its runner. */
const RUNNERS: ReadonlySet<string> = new Set(["pytest", "_pytest"]);

const MANIFEST =
  /(?:^|\/)(?:requirements[\w.-]*\.(?:txt|in)|pyproject\.toml|setup\.(?:py|cfg)|Pipfile|environment\.ya?ml)$|(?:^|\/)requirements\/[\w.-]+\.txt$/;

export function isStandardModule(module: string): boolean {
  return STANDARD.has(module) || RUNNERS.has(module);
}

/**
 * Every word of the manifests that could be a package's name. It may find too much; versions and options are excluded.
 */
export function declaredPythonPackages(tree: Pick<FileTree, "paths" | "read">): ReadonlySet<string> {
  const texts = tree
    .paths()
    .filter((path) => MANIFEST.test(path))
    .map((path) => tree.read(path) ?? "");
  const words = texts.flatMap((text) => withoutComments(text).match(/[A-Za-z][A-Za-z0-9._-]*/g) ?? []);
  return new Set(words.map(normalName));
}

function withoutComments(text: string): string {
  return text.replace(/(^|\s)#.*$/gm, "$1");
}

/** PEP 503: case, dots, hyphens and underscores make no difference. */
export function normalName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, "-");
}

/** Whether one of the declared packages provides an import's top-level name. */
export function isDeclaredModule(module: string, declared: ReadonlySet<string>): boolean {
  const distribution = DISTRIBUTIONS[module];
  const names = [module, `python-${module}`, `py${module}`, ...(distribution === undefined ? [] : [distribution])];
  const plain = distribution?.replace(/-binary$/, "");
  return [...names, ...(plain === undefined ? [] : [plain])].some((name) => declared.has(normalName(name)));
}
