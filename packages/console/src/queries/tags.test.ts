import { tagsOf } from './tags';

it('reads tags separated by commas, each once', () => {
  expect(tagsOf(' Shop, shop,, web ')).toEqual(['shop', 'web']);
});
