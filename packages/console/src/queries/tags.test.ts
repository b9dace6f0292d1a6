import { tagsOf } from './tags';

it('reads tags with commas between them, each once', () => {
  expect(tagsOf(' Shop, shop,, web ')).toEqual(['shop', 'web']);
});
