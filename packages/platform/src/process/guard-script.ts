/**
 * The shell between us and an engine. Arguments: stop signal, grace in tenths of a second, the
 * command. Its standard input is a pipe on which nothing is ever written: the end of it means that
 * whoever started the engine wants it stopped, or is dead.
 *
 * - The watcher reads with the shell's own `read`, so that killing it leaves no `cat` behind.
 * - Commands in the background of a shell ignore SIGINT until they install a handler; both engines
 *   install one.
 * - `wait` is repeated because a trapped signal interrupts it; the exit code is the engine's own
 *   (128 + n when signal n ended it).
 */
export const GUARD_SCRIPT = `
signal=$1
ticks=$2
shift 2
exec 9<&0 </dev/null
"$@" 9<&- &
engine=$!
(
  read -r line <&9
  kill -s "$signal" "$engine"
  while [ "$ticks" -gt 0 ] && kill -0 "$engine"; do
    sleep 0.1
    ticks=$((ticks - 1))
  done
  kill -s KILL "$engine"
) >/dev/null 2>&1 3<&- &
watcher=$!
exec 9<&- 3<&-
trap 'kill -s "$signal" "$engine" 2>/dev/null' TERM INT HUP
while :; do
  wait "$engine"
  code=$?
  kill -0 "$engine" 2>/dev/null || break
done
kill -s KILL "$watcher" 2>/dev/null
exit "$code"
`;
