type Weighted<T> = readonly (readonly [value: T, weight: number])[];

export const SHOP_HOST = 'shop.example.com';

export interface Product {
  readonly sku: string;
  readonly name: string;
  readonly category: string;
  /** In euros. */
  readonly price: number;
}

const product = (sku: string, name: string, category: string, price: number): Product => ({
  sku,
  name,
  category,
  price,
});

export const PRODUCTS: Weighted<Product> = [
  [product('mug-01', 'Harbour mug', 'kitchen', 14), 20],
  [product('pan-02', 'Iron pan', 'kitchen', 59), 9],
  [product('knife-03', 'Chef knife', 'kitchen', 89), 6],
  [product('lamp-04', 'Reading lamp', 'living', 74), 10],
  [product('rug-05', 'Wool rug', 'living', 189), 4],
  [product('cushion-06', 'Linen cushion', 'living', 32), 13],
  [product('desk-07', 'Oak desk', 'office', 420), 3],
  [product('chair-08', 'Task chair', 'office', 265), 6],
  [product('notebook-09', 'Dotted notebook', 'office', 12), 15],
  [product('pack-10', 'Day pack', 'outdoor', 98), 8],
  [product('bottle-11', 'Steel bottle', 'outdoor', 27), 14],
];

/** Pages without products, with their weights. */
export const PAGES: Weighted<string> = [
  ['/', 30],
  ['/sale', 18],
  ['/kitchen', 14],
  ['/living', 12],
  ['/office', 10],
  ['/outdoor', 9],
  ['/blog/care-for-wood', 6],
  ['/shipping', 5],
  ['/about', 3],
];

/** The website or campaign that a visit comes from. */
export interface Source {
  readonly referrer: string;
  readonly referringDomain: string;
  /** The campaign parameters of the landing page; empty without a campaign. */
  readonly utm: Readonly<Record<string, string>>;
  /** A factor for the probability that the visitors of this source buy. */
  readonly intent: number;
}

const DIRECT = '$direct';
const from = (domain: string, intent: number, utm: Source['utm'] = {}): Source => ({
  referrer: domain === DIRECT ? DIRECT : `https://${domain}/`,
  referringDomain: domain,
  utm,
  intent,
});
const campaign = (source: string, medium: string, name: string): Source['utm'] => ({
  utm_source: source,
  utm_medium: medium,
  utm_campaign: name,
});

export const SOURCES: Weighted<Source> = [
  [from(DIRECT, 1.1), 30],
  [from('www.google.com', 1), 26],
  [from('www.google.com', 1.2, campaign('google', 'cpc', 'brand')), 12],
  [from('www.bing.com', 0.9), 4],
  [from('www.instagram.com', 0.6, campaign('instagram', 'paid_social', 'autumn-living')), 11],
  [from('www.facebook.com', 0.5, campaign('facebook', 'paid_social', 'retargeting')), 7],
  [from(DIRECT, 1.7, campaign('newsletter', 'email', 'weekly-picks')), 7],
  [from('www.reddit.com', 0.4), 3],
];

/** The device properties that a visitor's browser sends. */
export interface Device {
  readonly type: 'Desktop' | 'Mobile' | 'Tablet';
  readonly os: string;
  readonly browser: string;
  readonly browserVersion: number;
  readonly width: number;
  readonly height: number;
}

const device = (
  type: Device['type'],
  os: string,
  browser: string,
  browserVersion: number,
  [width, height]: readonly [number, number],
): Device => ({ type, os, browser, browserVersion, width, height });

export const DEVICES: Weighted<Device> = [
  [device('Mobile', 'iOS', 'Mobile Safari', 18, [390, 844]), 27],
  [device('Mobile', 'Android', 'Chrome', 139, [412, 915]), 24],
  [device('Desktop', 'Windows', 'Chrome', 139, [1920, 1080]), 20],
  [device('Desktop', 'Mac OS X', 'Safari', 18, [1440, 900]), 9],
  [device('Desktop', 'Mac OS X', 'Chrome', 139, [1512, 982]), 8],
  [device('Desktop', 'Windows', 'Microsoft Edge', 138, [1536, 864]), 5],
  [device('Desktop', 'Linux', 'Firefox', 141, [1920, 1080]), 4],
  [device('Tablet', 'iOS', 'Mobile Safari', 18, [820, 1180]), 3],
];

export interface Place {
  readonly countryCode: string;
  readonly country: string;
  readonly city: string;
  readonly timezone: string;
}

const place = (countryCode: string, country: string, city: string, timezone: string): Place => ({
  countryCode,
  country,
  city,
  timezone,
});

export const PLACES: Weighted<Place> = [
  [place('DE', 'Germany', 'Hamburg', 'Europe/Berlin'), 30],
  [place('DE', 'Germany', 'Munich', 'Europe/Berlin'), 14],
  [place('FR', 'France', 'Lyon', 'Europe/Paris'), 13],
  [place('NL', 'Netherlands', 'Utrecht', 'Europe/Amsterdam'), 11],
  [place('GB', 'United Kingdom', 'Leeds', 'Europe/London'), 12],
  [place('US', 'United States', 'Portland', 'America/Los_Angeles'), 9],
  [place('AT', 'Austria', 'Graz', 'Europe/Vienna'), 6],
  [place('SE', 'Sweden', 'Malmö', 'Europe/Stockholm'), 5],
];

export interface Company {
  readonly key: string;
  readonly name: string;
  readonly industry: string;
  readonly employees: number;
  /** The last visits for this company are this many days before now; null if they continue until now. */
  readonly stoppedDaysAgo: number | null;
}

const company = (
  key: string,
  name: string,
  industry: string,
  employees: number,
  stoppedDaysAgo: number | null = null,
): Company => ({ key, name, industry, employees, stoppedDaysAgo });

export const COMPANIES: readonly Company[] = [
  company('nordlicht', 'Nordlicht Hotels', 'hospitality', 240),
  company('atelier-eins', 'Atelier Eins', 'design', 18),
  company('bluebird', 'Bluebird Coworking', 'real estate', 65),
  company('kaffeewerk', 'Kaffeewerk', 'food', 42),
  company('lumen', 'Lumen Studios', 'media', 31, 18),
  company('tandem', 'Tandem Software', 'software', 120),
  company('hafen', 'Hafen Logistics', 'logistics', 530),
  company('greenhouse', 'Greenhouse Clinics', 'health', 85),
];

export const PLANS: Weighted<string> = [
  ['standard', 80],
  ['plus', 20],
];

export const FIRST_NAMES: readonly string[] = [
  ...['Ada', 'Ben', 'Clara', 'David', 'Elif', 'Finn', 'Greta', 'Hannes', 'Ines', 'Jonas'],
  ...['Kim', 'Lena', 'Milan', 'Nora', 'Oskar', 'Paula', 'Rosa', 'Samir', 'Tilda', 'Yusuf'],
];

export const LAST_NAMES: readonly string[] = [
  ...['Albrecht', 'Bakker', 'Clarke', 'Dubois', 'Eriksson', 'Fischer', 'Garcia', 'Hofer'],
  ...['Ivanov', 'Jansen', 'Keller', 'Lindner', 'Moreau', 'Novak', 'Okafor', 'Peters'],
  ...['Richter', 'Schulz', 'Tanaka', 'Weber', 'Yilmaz', 'Zimmer'],
];
