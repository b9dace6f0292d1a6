import { execFile } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A network and small disks for brokers, with which one of them can be cut off or filled. */
export interface BrokerIsolation {
  /** The address of a broker, counted from 0. */
  address(index: number): string;
  /** The command that runs another command in the network of a broker. */
  command(index: number): readonly string[];
  /** Mounts a small disk at the folder of a broker. */
  mountDisk(folder: string): Promise<void>;
  /** Drops all packets from and to a broker. */
  cutOff(index: number): Promise<void>;
  reconnect(index: number): Promise<void>;
  /** Unmounts the disks and removes the network. */
  remove(): Promise<void>;
}

const DISK_MIB = 512;

/**
 * Creates a network namespace for each broker, connected by a bridge.
 *
 * @throws Error unless this is Linux and the process is root
 */
export async function isolateBrokers(count: number): Promise<BrokerIsolation> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new Error('the brokers can only be isolated on Linux, as root');
  }
  // Names of interfaces have at most 15 characters.
  const name = `tm${randomBytes(3).toString('hex')}`;
  const subnet = `10.77.${randomInt(1, 255)}`;
  const disks: string[] = [];
  const ip = (command: string): Promise<unknown> => run('ip', command.split(' '));
  const isolation: BrokerIsolation = {
    address: (index) => `${subnet}.${index + 1}`,
    command: (index) => ['ip', 'netns', 'exec', `${name}n${index}`],
    mountDisk: async (folder) => {
      await mkdir(folder, { recursive: true });
      await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', folder]);
      disks.push(folder);
    },
    cutOff: async (index) => {
      await ip(`link set ${name}h${index} down`);
    },
    reconnect: async (index) => {
      await ip(`link set ${name}h${index} up`);
    },
    remove: async () => {
      for (const folder of disks) await run('umount', ['--lazy', folder]);
      // Without its namespace, a pair of interfaces is removed, too.
      for (let index = 0; index < count; index += 1) await ip(`netns del ${name}n${index}`);
      await ip(`link del ${name}b`);
    },
  };
  await ip(`link add ${name}b type bridge`);
  await ip(`addr add ${subnet}.254/24 dev ${name}b`);
  await ip(`link set ${name}b up`);
  for (let index = 0; index < count; index += 1) {
    const namespace = `${name}n${index}`;
    await ip(`netns add ${namespace}`);
    await ip(`link add ${name}h${index} type veth peer name eth0 netns ${namespace}`);
    await ip(`link set ${name}h${index} master ${name}b`);
    await ip(`link set ${name}h${index} up`);
    for (const command of [
      `addr add ${isolation.address(index)}/24 dev eth0`,
      'link set eth0 up',
      'link set lo up',
    ]) {
      await ip(`-n ${namespace} ${command}`);
    }
  }
  return isolation;
}

const FILLER = 'filler';

/** Writes into a folder until its disk has no space left. */
export async function fillDisk(folder: string): Promise<void> {
  const file = await open(join(folder, FILLER), 'w');
  try {
    const block = Buffer.alloc(1024 ** 2, 1);
    for (;;) await file.write(block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await file.close();
  }
}

/** Frees the space that `fillDisk` has used. */
export async function freeDisk(folder: string): Promise<void> {
  await rm(join(folder, FILLER), { force: true });
}
