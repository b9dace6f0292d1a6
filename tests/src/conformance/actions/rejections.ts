import type { RejectedAction } from './case';

const step = (fields: object): object => ({ steps: [fields] });

export const rejections: readonly RejectedAction[] = [
  ['a blank name', { name: '  ' }, 'blank', 'name'],
  ['an empty name', { name: '' }, 'blank', 'name'],
  ['a long name', { name: 'x'.repeat(401) }, 'max_length', 'name'],
  ['a name that is no text', { name: true }, 'invalid_input', 'name'],
  ['a null character', { name: 'a\u0000b' }, 'null_characters_not_allowed', 'name'],
  ['steps that are no list', { steps: 'x' }, 'not_a_list', 'steps__non_field_errors'],
  ['no steps', { steps: null }, 'null', 'steps'],
  ['tags that are no list', { tags: 'x' }, 'not_a_list', 'tags'],
  ['a description that is null', { description: null }, 'null', 'description'],
  ['deleted that is no boolean', { deleted: 'maybe' }, 'invalid_input', 'deleted'],
  ['a time that is none', { pinned_at: 'nope' }, 'invalid_input', 'pinned_at'],
  [
    'unknown matching',
    step({ text_matching: 'fuzzy' }),
    'invalid_choice',
    'steps__0__text_matching',
  ],
  ['properties that are no list', step({ properties: {} }), 'not_a_list', 'steps__0__properties'],
  ['scalars as properties', step({ properties: ['x'] }), 'not_a_dict', 'steps__0__properties__0'],
  ['an empty text', step({ text: '' }), 'blank', 'steps__0__text'],
  ['a step that is no object', { steps: ['x'] }, 'not_a_dict', 'steps__0'],
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
