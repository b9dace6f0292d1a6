import { admissibleAtOnce, fairAllowance } from './fair-share';

const MAX = 20_000;

/** Fills the log with single requests of `size` events, project by project, until all are rejected. */
function fill(projects: number, size: number): number[] {
  const held = Array.from({ length: projects }, () => 0);
  const length = (): number => held.reduce((sum, one) => sum + one, 0);
  for (let rejected = 0; rejected < projects;) {
    rejected = 0;
    for (let at = 0; at < projects; at += 1) {
      const use = { length: length(), held: held[at]!, maxLength: MAX };
      if (size <= admissibleAtOnce(use)) held[at]! += size;
      else rejected += 1;
    }
  }
  return held;
}

describe('the share of a project', () => {
  it('is nearly all of the log for a single project', () => {
    expect(fill(1, 1)[0]).toBeGreaterThan(0.94 * MAX);
    expect(fill(1, 100)[0]).toBeGreaterThan(0.92 * MAX);
    expect(fill(1, 1)[0]).toBeLessThan(0.96 * MAX);
  });

  it('is the same for all projects that need more, and leaves room for others', () => {
    for (const projects of [2, 3, 10, 50]) {
      const held = fill(projects, 1);
      expect(Math.max(...held) - Math.min(...held)).toBeLessThanOrEqual(MAX / 100);
      const length = held.reduce((sum, one) => sum + one, 0);
      expect(length).toBeLessThan(MAX);
      expect(fairAllowance({ length, held: 0, maxLength: MAX })).toBeGreaterThan(0);
    }
  });

  it('is 0 in a full log, and never more than the free space', () => {
    for (const held of [0, 1, MAX]) {
      expect(admissibleAtOnce({ length: MAX, held, maxLength: MAX })).toBe(0);
      expect(admissibleAtOnce({ length: MAX + 5, held, maxLength: MAX })).toBe(0);
    }
    expect(fairAllowance({ length: 0, held: 0, maxLength: MAX })).toBeLessThan(MAX);
    expect(fairAllowance({ length: 2, held: 2, maxLength: 3 })).toBe(1);
  });

  it('four edges that decide at the same time do not overfill the log', () => {
    for (let length = MAX / 2; length < MAX; length += 7) {
      const use = { length, held: length, maxLength: MAX };
      const slice = admissibleAtOnce(use);
      if (slice > 4) expect(length + 4 * slice).toBeLessThanOrEqual(MAX);
    }
  });

  it('may be exceeded by one request of a project without events in the log', () => {
    expect(admissibleAtOnce({ length: 0, held: 0, maxLength: 3 })).toBe(Infinity);
    const half = { length: MAX / 2, maxLength: MAX };
    expect(admissibleAtOnce({ ...half, held: 0 })).toBe(MAX / 4);
    expect(admissibleAtOnce({ ...half, held: 1 })).toBeLessThan(MAX / 4);
  });
});
