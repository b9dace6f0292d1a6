import { execFileSync } from 'node:child_process';
import { chooseServiceNode } from './service-node';

const OWN = { path: process.execPath, version: process.versions.node, problem: null };
const isOld = Number.parseInt(process.versions.node, 10) < 24;
const onOld = isOld ? it : it.skip;

/** Chooses as on a machine with another processor. */
function chooseOn(arch: string) {
  const own = Object.getOwnPropertyDescriptor(process, 'arch') ?? {};
  Object.defineProperty(process, 'arch', { ...own, value: arch });
  try {
    return chooseServiceNode('newest');
  } finally {
    Object.defineProperty(process, 'arch', own);
  }
}

it('uses the Node.js of the process if that is wanted', () => {
  expect(chooseServiceNode('own')).toEqual(OWN);
});

onOld('uses Node.js 24 from npm instead of an older one', () => {
  const { path, version, problem } = chooseServiceNode('newest');
  expect(problem).toBeNull();
  expect(version).toMatch(/^24\.\d+\.\d+$/);
  expect(execFileSync(path, ['--version'], { encoding: 'utf8' }).trim()).toBe(`v${version}`);
});

onOld('uses the Node.js of the process, and names the reason, where npm has none', () => {
  const { problem, ...node } = chooseOn('mips');
  expect(node).toEqual({ path: OWN.path, version: OWN.version });
  expect(problem).toMatch(/^node-linux-mips cannot be used: Error: Cannot find module/);
});
