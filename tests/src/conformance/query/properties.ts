import type { ResultCases } from './case';

const ON_PURCHASES = `from events where event = 'purchase' order by timestamp`;

export const properties: ResultCases = {
  project: 'utc',
  cases: [
    [
      `select distinct $virt_is_bot, $virt_traffic_type, properties.$virt_traffic_category, $virt_bot_name from events`,
      [[true, 'Automation', 'no_user_agent', '']],
    ],
    [`select count() from events where issue_id is null and event_issue_id is null`, [[11]]],
    [`select properties.currency ${ON_PURCHASES}`, [['EUR'], ['USD'], ['EUR']], ['currency']],
    [
      `select properties['currency'], properties.currency, properties."currency", properties.\`currency\` ${ON_PURCHASES} limit 1`,
      [['EUR', 'EUR', 'EUR', 'EUR']],
    ],
    [
      `select e.properties.currency from events e where e.event = 'purchase' order by e.timestamp limit 1`,
      [['EUR']],
    ],
    [
      `select properties.\`odd key\`, properties['odd key'] from events where properties['odd key'] is not null`,
      [['quoted', 'quoted']],
    ],
    [
      `select properties.$browser, properties.$current_url from events order by timestamp limit 1`,
      [['Chrome', 'https://x.com/pricing']],
    ],
    [
      `select properties.nested.deep.x, properties['nested']['deep']['x'], properties.nested.list from events where properties.nested is not null`,
      [['1', '1', '[10,20]']],
    ],
    [
      `select properties.nested.list.1, properties.nested.list[2] from events where properties.nested is not null`,
      [['10', '20']],
    ],
    [
      `select properties.items, JSONLength(properties.items), JSONExtractArrayRaw(properties.items) ${ON_PURCHASES} limit 1`,
      [['["a","b"]', 2, ['"a"', '"b"']]],
    ],
    [
      `select JSONExtractString(properties, 'currency'), JSONExtractFloat(properties, 'amount') ${ON_PURCHASES} limit 1`,
      [['EUR', 19.99]],
    ],
    [
      `select JSONHas(properties, 'coupon'), JSONHas(properties, 'nope') ${ON_PURCHASES} limit 1`,
      [[1, 0]],
    ],
    // The definition of `amount` is Numeric, because ingestion received a number first.
    [`select properties.amount ${ON_PURCHASES}`, [[19.99], [5], [40]]],
    [`select count() from events where properties.amount > 10`, [[2]]],
    [`select count() from events where properties.amount = 5`, [[1]]],
    [`select count() from events where properties.amount = '5'`, [[1]]],
    [
      `select count() from events where properties.amount >= 19.99 and properties.amount < 40`,
      [[1]],
    ],
    [`select count() from events where properties.amount between 5 and 20`, [[2]]],
    [`select count() from events where properties.amount in (5, 40)`, [[2]]],
    [`select count() from events where properties.load_ms > 90`, [[3]]],
    [
      `select properties.amount * 2, properties.amount + 1 ${ON_PURCHASES} limit 1`,
      [[39.98, 20.99]],
    ],
    [`select count() from events where properties.is_new = true`, [[2]]],
    [`select count() from events where properties.is_new = false`, [[1]]],
    [`select count() from events where properties.is_new`, [[2]]],
    [`select count() from events where not properties.is_new`, [[1]]],
    [`select count() from events where properties.is_new = 'true'`, [[2]]],
    [`select count() from events where properties.is_new != true`, [[9]]],
    [`select count() from events where properties.coupon is null`, [[9]]],
    [
      `select properties.coupon, properties.coupon = '' ${ON_PURCHASES}`,
      [
        [null, 0],
        ['', 1],
        ['SAVE', 0],
      ],
    ],
    [`select count() from events where properties.coupon = ''`, [[1]]],
    [`select count() from events where properties.coupon = null`, [[9]]],
    [`select count() from events where properties.coupon != null`, [[2]]],
    [`select count() from events where properties.currency != 'EUR'`, [[9]]],
    [`select count() from events where not (properties.currency = 'EUR')`, [[9]]],
    [`select count() from events where properties.currency not in ('EUR')`, [[9]]],
    [`select count() from events where properties.$current_url like '%pricing%'`, [[2]]],
    [`select count() from events where properties.$current_url not like '%pricing%'`, [[9]]],
    [`select count() from events where properties.$current_url ilike '%PRICING%'`, [[2]]],
    [`select count() from events where properties.$current_url =~ '/docs'`, [[1]]],
    [
      `select count() from events where match(properties.$current_url, '^https://x.com/(docs|pricing)')`,
      [[3]],
    ],
    [
      `select coalesce(properties.currency, 'none') as c, count() from events group by c order by c`,
      [
        ['EUR', 2],
        ['USD', 1],
        ['none', 8],
      ],
    ],
    [
      `select properties.currency ?? 'none' as c, count() from events group by c order by c`,
      [
        ['EUR', 2],
        ['USD', 1],
        ['none', 8],
      ],
    ],
    [`select ifNull(properties.coupon, 'none') ${ON_PURCHASES}`, [['none'], [''], ['SAVE']]],
    [`select nullIf(properties.coupon, '') ${ON_PURCHASES}`, [[null], [null], ['SAVE']]],
    [
      `select concat(properties.currency, ' ', properties.coupon), properties.currency || '-' || properties.coupon ${ON_PURCHASES}`,
      [
        ['EUR ', 'EUR-'],
        ['USD ', 'USD-'],
        ['EUR SAVE', 'EUR-SAVE'],
      ],
    ],
    [
      `select domain(properties.$current_url), path(properties.$current_url), extractURLParameter(properties.$current_url, 'q') from events where properties.$current_url like '%docs%'`,
      [['x.com', '/docs', '1']],
    ],
    [
      `select lower(properties.$browser), upper(properties.$browser), length(properties.$browser) from events order by timestamp limit 1`,
      [['chrome', 'CHROME', 6]],
    ],
    [
      `select splitByChar('.', domain(properties.$current_url))[1] from events order by timestamp limit 1`,
      [['x']],
    ],
    [`select properties.nope, properties.nope.deeper from events limit 1`, [[null, null]]],
    [
      `select count() from events where has(JSONExtract(properties.items, 'Array(String)'), 'a')`,
      [[1]],
    ],
    [
      `select properties ilike '%"CURRENCY":"USD"%' from events where properties.currency = 'USD'`,
      [[1]],
    ],
    [`select properties.currency as p from events where p = 'USD'`, [['USD']]],
    [
      `select JSONExtractString(toString(properties), 'currency') from events where properties.currency = 'USD'`,
      [['USD']],
    ],
  ],
};
