/**
 * The shell script between Tidemark and an engine. Its arguments are the stop signal, the grace in tenths of a
 * second, and the command. Nothing is written to its standard input: when this pipe is closed, the process that
 * started the engine wants to stop it, or has died.
 *
 * - The watcher uses the shell's own `read`, so that killing it leaves no other process, such as `cat`.
 * - Background commands of a shell ignore SIGINT until they install a handler; both engines install one.
 * - `wait` is repeated because a trapped signal interrupts it. The exit code is that of the engine (128 + n if signal
 *   n ended it).
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
