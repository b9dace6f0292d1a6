import { personUuid } from './person-uuid';

// Computed with Python's uuid.uuid5 on the same namespace and text.
it.each([
  [1, 'user', '60160341-b11a-5f3e-91e6-49846c4afaa3'],
  [2, 'user', 'f4f2fcf8-fde6-5c69-af51-c70d54829113'],
  [1, 'Grüße 🌊', '9502546c-05e7-5ebb-a43a-b566035290bf'],
])('%d:%s', (projectId, distinctId, uuid) => {
  expect(personUuid(projectId, distinctId)).toBe(uuid);
});
