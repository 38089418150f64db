/** Where root looks for programs; nothing of the job's search path is run as root. */
export const ROOT_PATH = "/usr/sbin:/usr/bin:/sbin:/bin";

/**
 * Builds what the candidate sees and starts it there. It is root's shell, in mount, process and network namespaces of its own.
 * - The view is laid over /sys: every Linux has that folder, and nothing is taken from it.
 * - `chroot` is enough to stay inside: the candidate has no capabilities and no open folder, and Linux lets no process make user
 *   namespaces, in which it would have some, while it is in a changed root.
 * - The shell waits as process 1. When the candidate ends, this ends, and the kernel ends whatever the candidate left behind.
 *
 * Its arguments say what to do, in order: `read`, `write` and `empty` with a path, `shut`, `loopback`; after `--` comes the command.
 */
export const NAMESPACE_SCRIPT = String.raw`set -eu
PATH=${ROOT_PATH}
export PATH
umask 000
view=/sys
mount -t tmpfs -o mode=755,nosuid,nodev factory "$view"

make_folder() {
  [ -d "$view$1" ] || mkdir -p "$view$1"
}
make_place() {
  if [ -d "$1" ]; then
    make_folder "$1"
  else
    make_folder "${"$"}{1%/*}"
    : >"$view$1"
  fi
}
lay_out_devices() {
  mkdir -p "$view/proc" "$view/dev/pts"
  mount -t proc -o nosuid,nodev,noexec proc "$view/proc"
  for node in null zero full random urandom tty; do
    : >"$view/dev/$node"
    mount -o bind "/dev/$node" "$view/dev/$node"
  done
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620,nosuid,noexec devpts "$view/dev/pts"
  ln -s pts/ptmx "$view/dev/ptmx"
  ln -s /proc/self/fd "$view/dev/fd"
  ln -s /proc/self/fd/0 "$view/dev/stdin"
  ln -s /proc/self/fd/1 "$view/dev/stdout"
  ln -s /proc/self/fd/2 "$view/dev/stderr"
}
# What is mounted below a folder came along with it, and can still be written.
shut_mounts_below() {
  while read -r _ _ _ _ point options _; do
    case $point in
      "$view"/dev/* | "$view"/proc | "$view"/tmp) continue ;;
      "$view"/*) ;;
      *) continue ;;
    esac
    point=$(printf %b "$point")
    # Mounts that the view has covered are still listed.
    case $options in rw*) [ ! -e "$point" ] || mount -o remount,bind,ro "$point" ;; esac
  done </proc/self/mountinfo
}
start_loopback() {
  if command -v ip >/dev/null; then
    ip link set lo up
  elif command -v perl >/dev/null; then
    perl -e 'socket(my $s, 2, 2, 0) && ioctl($s, 0x8914, pack("a16sx22", "lo", 1)) or die "loopback: $!\n"'
  else
    echo "neither ip (iproute2) nor perl is there to start the loopback network" >&2
    exit 1
  fi
}

lay_out_devices
while [ "$1" != -- ]; do
  case $1 in
    read)
      if [ -e "$2" ]; then
        make_place "$2"
        mount -o rbind,ro "$2" "$view$2"
      fi
      shift ;;
    write)
      make_place "$2"
      mount -o bind "$2" "$view$2"
      shift ;;
    empty)
      make_folder "$2"
      mount -t tmpfs -o mode=1777,nosuid,nodev factory "$view$2"
      shift ;;
    shut)
      shut_mounts_below ;;
    loopback)
      start_loopback ;;
  esac
  shift
done
shift
mount -o remount,ro "$view"
status=0
chroot "$view" "$@" || status=$?
exit "$status"
`;
