import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes the script of a service whose environment sets its behaviour. It announces itself as real services do, stops
 * at SIGTERM and when its parent has exited, and appends its events to the file HISTORY.
 *
 * - `FAKE=dies`: ends with code 7 before it listens; `FAKE=silent`: never announces itself;
 *   `FAKE=stubborn`: ignores SIGTERM.
 *
 * @returns path of the script
 */
export function writeFakeService(folder: string): string {
  const path = join(folder, 'fake-service.js');
  writeFileSync(
    path,
    `const { appendFileSync } = require('node:fs');
const { FAKE, HISTORY, NAME, PORT } = process.env;
const note = (text) => appendFileSync(HISTORY, NAME + ' ' + text + '\\n');
const stop = () => { note('stopped'); process.exit(0); };
if (FAKE === 'dies') {
  console.log(JSON.stringify({ level: 'fatal', msg: 'start failed', err: { message: 'no luck' } }));
  process.exit(7);
}
process.on('SIGTERM', () => { if (FAKE !== 'stubborn') stop(); });
process.on('disconnect', stop);
setInterval(() => undefined, 1000);
if (FAKE !== 'silent') {
  note('started ' + process.pid);
  process.send({ type: 'listening', port: Number(PORT), metricsPort: null });
}
`,
  );
  return path;
}
