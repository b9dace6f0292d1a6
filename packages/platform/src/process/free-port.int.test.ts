import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { findFreePort, isPortFree } from './free-port';

describe('findFreePort', () => {
  it('is below the ports that outgoing connections get', async () => {
    const port = await findFreePort();
    expect(port).toBeGreaterThanOrEqual(15_000);
    expect(port).toBeLessThan(32_000);
    expect(await isPortFree(port, '127.0.0.1')).toBe(true);
  });
});

describe('isPortFree', () => {
  it('recognises a used port, and fails for an address of another machine', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await isPortFree(port, '127.0.0.1')).toBe(false);
    server.close();
    await expect(isPortFree(port, '203.0.113.1')).rejects.toThrow(/EADDRNOTAVAIL/);
  });
});
