import type { RejectedAction } from './case';

const step = (fields: object): object => ({ steps: [fields] });

export const rejections: readonly RejectedAction[] = [
  ['a blank name', { name: '  ' }, 'blank', 'name'],
  ['an empty name', { name: '' }, 'blank', 'name'],
  ['a long name', { name: 'x'.repeat(401) }, 'max_length', 'name'],
  ['a name that is not a text', { name: true }, 'invalid_input', 'name'],
  ['a null character', { name: 'a\u0000b' }, 'null_characters_not_allowed', 'name'],
  ['steps that are not a list', { steps: 'x' }, 'not_a_list', 'steps__non_field_errors'],
  ['steps that are null', { steps: null }, 'null', 'steps'],
  ['tags that are not a list', { tags: 'x' }, 'not_a_list', 'tags'],
  ['a description that is null', { description: null }, 'null', 'description'],
  ['deleted that is not a boolean', { deleted: 'maybe' }, 'invalid_input', 'deleted'],
  ['an invalid time', { pinned_at: 'nope' }, 'invalid_input', 'pinned_at'],
  [
    'unknown matching',
    step({ text_matching: 'fuzzy' }),
    'invalid_choice',
    'steps__0__text_matching',
  ],
  [
    'properties that are not a list',
    step({ properties: {} }),
    'not_a_list',
    'steps__0__properties',
  ],
  ['scalars as properties', step({ properties: ['x'] }), 'not_a_dict', 'steps__0__properties__0'],
  ['an empty text', step({ text: '' }), 'blank', 'steps__0__text'],
  ['a step that is not an object', { steps: ['x'] }, 'not_a_dict', 'steps__0'],
  [
    'an invalid url pattern',
    step({ url: 'a(', url_matching: 'regex' }),
    'invalid_input',
    'steps__0__url',
  ],
  [
    'look-ahead in a text pattern',
    step({ text: '(?=a)', text_matching: 'regex' }),
    'invalid_input',
    'steps__0__text',
  ],
];
