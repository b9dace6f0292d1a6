import { changedFields, definitionDraft, typeWords } from './definition';

const EVENT = { description: '', tags: ['shop'], verified: false, hidden: false };

it('drafts of events have no type, and drafts of properties without a type have an empty one', () => {
  expect(definitionDraft(EVENT)).toEqual(EVENT);
  expect(definitionDraft({ ...EVENT, property_type: null })).toEqual({
    ...EVENT,
    property_type: '',
  });
});

it('sends only changed fields', () => {
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

it('describes types in words, and shows an unknown type as it is', () => {
  expect([typeWords('Numeric'), typeWords(null), typeWords('Polygon')]).toEqual([
    'Number',
    'Not known',
    'Polygon',
  ]);
});
