import { chooseServer, majorVersion } from './choose-server';
import { chooseUser } from './run-as';

describe('chooseServer', () => {
  const old = { folder: '/old', major: 13 };
  const debian = { folder: '/debian', major: 15 };
  const npm = { folder: '/npm', major: 18 };

  it('chooses the first server that is new enough for new data', () => {
    expect(chooseServer([old, debian, npm], null)).toBe(debian);
  });
  it('chooses the version that wrote the data, however old', () => {
    expect(chooseServer([debian, npm, old], 13)).toBe(old);
    expect(chooseServer([debian, npm], 18)).toBe(npm);
  });
  it('reports in one line which version is needed and which are installed', () => {
    expect(() => chooseServer([debian], 16)).toThrow(
      'the data directory was written by PostgreSQL 16, which is needed to read it; found: 15 in /debian. Install it or set DATABASE_URL.',
    );
    expect(() => chooseServer([old], null)).toThrow(/^PostgreSQL 14 or newer is needed/);
  });
});

describe('majorVersion', () => {
  it.each([
    ['postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)', 15],
    ['postgres (PostgreSQL) 18.4', 18],
    ['17\n', 17],
    ['something else', null],
  ])('%j: %j', (text, expected) => {
    expect(majorVersion(text)).toBe(expected);
  });
});

describe('chooseUser', () => {
  const passwd = 'root:x:0:0::/root:/bin/sh\nnobody:x:65534:65533::/:/bin/false\n';
  const root = { uid: 0, gid: 0 };

  it('is the current user if it is not root', () => {
    expect(chooseUser({ weAreRoot: false, passwd, owner: root })).toBeNull();
  });
  it('is the owner of existing data', () => {
    expect(chooseUser({ weAreRoot: true, passwd, owner: { uid: 7, gid: 8 } })).toEqual({
      uid: 7,
      gid: 8,
    });
  });
  it('prefers the user `postgres` to `nobody`', () => {
    const both = passwd + 'postgres:x:101:104::/:/bin/sh\n';
    expect(chooseUser({ weAreRoot: true, passwd: both, owner: root })).toEqual({
      uid: 101,
      gid: 104,
    });
    expect(chooseUser({ weAreRoot: true, passwd, owner: root })).toEqual({
      uid: 65534,
      gid: 65533,
    });
  });
  it('fails with one line if there is no such user', () => {
    expect(() => chooseUser({ weAreRoot: true, passwd: 'root:x:0:0::/:/', owner: root })).toThrow(
      /does not run as root/,
    );
  });
});
