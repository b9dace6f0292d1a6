import { assignGroupTypes } from './assign-group-types';

const at = new Date('2026-01-02T00:00:00Z');
const use = (groupType: string, projectId = 1) => ({ projectId, groupType, timestamp: at });

it('gives new types the lowest free index, per project', () => {
  const stored = [
    { projectId: 1, groupType: 'a', groupTypeIndex: 0 },
    { projectId: 1, groupType: 'c', groupTypeIndex: 2 },
  ];
  const { indexOf, created } = assignGroupTypes(stored, [
    use('x'),
    use('a'),
    use('y'),
    use('x', 2),
  ]);
  expect(created).toEqual([
    { projectId: 1, groupType: 'x', groupTypeIndex: 1, createdAt: at },
    { projectId: 1, groupType: 'y', groupTypeIndex: 3, createdAt: at },
    { projectId: 2, groupType: 'x', groupTypeIndex: 0, createdAt: at },
  ]);
  expect([indexOf(1, 'a'), indexOf(1, 'y'), indexOf(2, 'x'), indexOf(2, 'a')]).toEqual([
    0,
    3,
    0,
    null,
  ]);
});

it('ignores a sixth type', () => {
  const { indexOf, created } = assignGroupTypes(
    [],
    ['a', 'b', 'c', 'd', 'e', 'f'].map((t) => use(t)),
  );
  expect(created).toHaveLength(5);
  expect(indexOf(1, 'f')).toBeNull();
});
