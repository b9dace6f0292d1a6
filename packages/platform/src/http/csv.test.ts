import { csvOf } from './csv';

it('flattens, sorts, and quotes what needs it', () => {
  const results = [
    {
      id: 7,
      name: 'A, "b"',
      deleted: false,
      pinned_at: null,
      tags: ['x'],
      created_by: { email: 'a@b.c', id: 1 },
      steps: [{ event: '$pageview', properties: null, url: '/a' }],
    },
    { id: 8, name: 'é\nf', deleted: true, tags: [], created_by: null, steps: [] },
  ];
  expect(csvOf({ count: 2, results })).toBe(
    [
      'created_by,created_by.email,created_by.id,deleted,id,name,pinned_at,steps.0.event,steps.0.properties,steps.0.url,tags.0',
      ',a@b.c,1,False,7,"A, ""b""",,$pageview,,/a,x',
      ',,,True,8,"é\nf",,,,,',
      '',
    ].join('\r\n'),
  );
});

it.each([[{ results: [] }], [{ id: 1 }], [undefined], [null]])('is empty for %j', (body) => {
  expect(csvOf(body)).toBe('');
});
