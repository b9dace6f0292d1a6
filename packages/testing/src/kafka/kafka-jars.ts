import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const VERSION = '4.1.1';
const LEAST_JAVA = 17;
const DOWNLOAD_MS = 300_000;

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>tidemark</groupId><artifactId>kafka-for-tests</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>${VERSION}</version></dependency>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka-tools</artifactId><version>${VERSION}</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-simple</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
`;

/** Kafka's class path, or the reason why Kafka cannot be started. */
export type KafkaJars = { readonly classPath: string } | { readonly missing: string };

/**
 * Finds Kafka's files, or downloads them from Maven's registry into the user's cache folder, once per machine. Maven
 * checks the checksums.
 */
export async function findKafka(): Promise<KafkaJars> {
  const java = await javaVersion();
  if (java < LEAST_JAVA) {
    const found = java === 0 ? 'there is no Java' : `Java is ${java}`;
    return { missing: `${found}, and Kafka needs Java ${LEAST_JAVA} or newer` };
  }
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'tidemark');
  const folder = join(cache, `kafka-${VERSION}`);
  if (!existsSync(folder)) {
    try {
      await download(cache, folder);
    } catch (error) {
      const [line = ''] = String(error).split('\n');
      return { missing: `Maven could not fetch Kafka ${VERSION}: ${line.slice(0, 200)}` };
    }
  }
  return { classPath: join(folder, '*') };
}

/** If two processes download at the same time, the second one keeps the folder of the first. */
async function download(cache: string, folder: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, 'fetch-'));
  try {
    await writeFile(join(work, 'pom.xml'), POM);
    const args = [
      ...['-q', '-B', '--strict-checksums', 'dependency:copy-dependencies'],
      ...[`-DoutputDirectory=${join(work, 'jars')}`],
    ];
    await run('mvn', args, { cwd: work, timeout: DOWNLOAD_MS });
    await rename(join(work, 'jars'), folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Java's major version; 0 if Java is not installed. */
async function javaVersion(): Promise<number> {
  try {
    const { stderr } = await run('java', ['-version']);
    return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
  } catch {
    // There is no program `java`.
    return 0;
  }
}
