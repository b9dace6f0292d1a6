import { spawn } from 'node:child_process';

/** An occurrence of a marker: the file, and the form of the marker there. */
export interface Trace {
  readonly file: string;
  readonly marker: string;
  readonly form: string;
}

/** The forms in which stores may keep a text. */
function formsOf(marker: string): ReadonlyMap<string, Buffer> {
  const bytes = Buffer.from(marker, 'utf8');
  const escaped = marker.replace(
    /[\u0080-\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const forms = new Map([
    ['utf-8', bytes],
    ['JSON escapes', Buffer.from(escaped)],
    ['hex', Buffer.from(bytes.toString('hex'))],
    ['HEX', Buffer.from(bytes.toString('hex').toUpperCase())],
  ]);
  // In a longer base64 text, the marker begins at one of three offsets. Characters that also depend on neighbouring
  // bytes are cut off.
  for (const shift of [0, 1, 2]) {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    const inner = text.replace(/=+$/, '').slice(shift === 0 ? 0 : shift + 1, -1);
    forms.set(`base64 at ${shift}`, Buffer.from(inner));
  }
  return forms;
}

/** Searches a value in memory for the markers. */
export function tracesIn(file: string, bytes: Buffer, markers: readonly string[]): Trace[] {
  return markers.flatMap((marker) =>
    [...formsOf(marker)]
      .filter(([, form]) => bytes.includes(form))
      .map(([form]) => ({ file, marker, form })),
  );
}

/** Searches every byte of every file below a folder with `grep`, except in its subfolders named `skip`. */
export async function searchFiles(
  folder: string,
  markers: readonly string[],
  skip: readonly string[] = [],
): Promise<Trace[]> {
  const meanings = new Map<string, { readonly marker: string; readonly form: string }>();
  for (const marker of markers) {
    for (const [form, bytes] of formsOf(marker)) {
      meanings.set(bytes.toString('latin1'), { marker, form });
    }
  }
  const patterns = Buffer.from([...meanings.keys()].join('\n'), 'latin1');
  const excluded = skip.map((name) => `--exclude-dir=${name}`);
  const grep = spawn('grep', ['-roaFZ', ...excluded, '-f', '-', '.'], {
    cwd: folder,
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  grep.stdin.end(patterns);
  const chunks: Buffer[] = [];
  for await (const chunk of grep.stdout) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString('latin1').split('\n').filter(Boolean);
  return [...new Set(lines)].map((line) => {
    const [file = '', match = ''] = line.split('\0');
    const meaning = meanings.get(match) ?? { marker: match, form: 'unknown' };
    return { file: file.replace(/^\.\//, ''), ...meaning };
  });
}
