import { changedFields, definitionDraft, typeWords } from './definition';

const EVENT = { description: '', tags: ['shop'], verified: false, hidden: false };

it('an event has no type, and a property without one has an empty one', () => {
  expect(definitionDraft(EVENT)).toEqual(EVENT);
  expect(definitionDraft({ ...EVENT, property_type: null })).toEqual({
    ...EVENT,
    property_type: '',
  });
});

it('sends only what was changed', () => {
  expect(changedFields(EVENT, EVENT)).toEqual({});
  expect(changedFields({ ...EVENT, tags: ['shop', 'web'], verified: true }, EVENT)).toEqual({
    tags: ['shop', 'web'],
    verified: true,
  });
  const property = { ...EVENT, property_type: null };
  expect(changedFields({ ...EVENT, property_type: 'String' }, property)).toEqual({
    property_type: 'String',
  });
});

it('names types in words, and one of a newer server as it is', () => {
  expect([typeWords('Numeric'), typeWords(null), typeWords('Polygon')]).toEqual([
    'Number',
    'Not known',
    'Polygon',
  ]);
});
