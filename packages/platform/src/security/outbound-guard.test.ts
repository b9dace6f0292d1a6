import { createOutboundGuard, OutboundRefusedError } from './outbound-guard';

function refuses(policy: Parameters<typeof createOutboundGuard>[0], url: string): boolean {
  const guard = createOutboundGuard(policy);
  try {
    guard.check(new URL(url));
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(OutboundRefusedError);
    return true;
  } finally {
    guard.close();
  }
}

it.each([
  'http://localhost/x',
  'http://127.0.0.1/x',
  'http://2130706433/x',
  'http://0x7f.1/x',
  'http://[::1]/x',
  'http://[::ffff:169.254.169.254]/latest',
  'http://169.254.169.254/latest',
  'https://10.1.2.3/x',
  'https://192.168.0.1./x',
])('refuses %s unless private addresses are allowed', (url) => {
  expect(refuses({ allowPrivate: false }, url)).toBe(true);
  expect(refuses({ allowPrivate: true }, url)).toBe(false);
});

it.each([
  ['https://data.example.com/x', false],
  ['https://DATA.example.com./x', false],
  ['https://a.b.other.org/x', false],
  ['https://other.org/x', true],
  ['https://evilother.org/x', true],
  ['https://data.example.com.evil.org/x', true],
])('with a list of hosts: %s', (url, refused) => {
  const allowedHosts = ['data.example.com', '*.other.org'];
  expect(refuses({ allowPrivate: false, allowedHosts }, url)).toBe(refused);
});
