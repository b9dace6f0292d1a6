import { passkeyProblem, passkeysBlockedBy } from './passkeys-here';

describe('passkeys', () => {
  const place = { hostname: 'tidemark.example', isSecureContext: true, hasWebAuthn: true };

  it.each([
    [{}, null],
    [{ hostname: 'localhost' }, null],
    [{ isSecureContext: false }, /https/],
    [{ hostname: '127.0.0.1' }, /host name/],
    [{ hostname: '[::1]' }, /host name/],
    [{ hasWebAuthn: false }, /does not support passkeys/],
  ])('are allowed or blocked at %j', (change, reason) => {
    const blocked = passkeysBlockedBy({ ...place, ...change });
    if (reason === null) expect(blocked).toBeNull();
    else expect(blocked).toMatch(reason);
  });

  it('fail with a message if the browser gives a known reason', () => {
    const named = (name: string) => Object.assign(new Error('x'), { name });
    expect(passkeyProblem(named('NotAllowedError'))).toMatch(/cancelled/);
    expect(passkeyProblem(named('InvalidStateError'))).toMatch(/already/);
    expect(passkeyProblem(named('SecurityError'))).toMatch(/address/);
    expect(passkeyProblem(named('TypeError'))).toBeNull();
    expect(passkeyProblem('text')).toBeNull();
  });
});
