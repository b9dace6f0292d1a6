/** The types of traffic sources, which give channels their names. */
export type SourceKind = 'Search' | 'Social' | 'Video' | 'Shopping' | 'Email' | 'SMS';

/**
 * Sources by kind: values of `utm_source` and referring domains in lower case; a sub-domain is written only where it
 * makes a difference. Well-known sources only; PostHog's list is longer.
 */
export const SOURCES: Readonly<Record<SourceKind, readonly string[]>> = {
  Search: words(`
    google google.com google.co.uk google.de google.fr google.es google.it google.nl google.be google.ch google.at
    google.pl google.pt google.se google.no google.dk google.fi google.cz google.ie google.ca google.com.au
    google.co.nz google.co.in google.co.jp google.co.kr google.com.br google.com.mx google.com.ar google.com.tr
    google.co.za google.com.hk google.com.sg google.com.tw google.ru google.gr google.hu google.ro adwords googleads
    bing bing.com yahoo yahoo.com search.yahoo.com yahoo.co.jp duckduckgo duckduckgo.com baidu baidu.com yandex yandex.ru
    yandex.com ya.ru ecosia ecosia.org qwant qwant.com startpage startpage.com search.brave.com ask ask.com aol
    search.aol.com naver naver.com daum daum.net seznam seznam.cz sogou sogou.com 360.cn so.com kagi.com mojeek.com
    lycos lycos.com dogpile dogpile.com swisscows.com presearch.com presearch.org msn msn.com chatgpt.com
    chat.openai.com perplexity.ai gemini.google.com claude.ai copilot.microsoft.com you.com
  `),
  Social: words(`
    facebook facebook.com m.facebook.com l.facebook.com lm.facebook.com fb fb.com fb.me messenger messenger.com
    instagram instagram.com l.instagram.com ig threads threads.net threads.com twitter twitter.com t.co x.com
    linkedin linkedin.com lnkd.in reddit reddit.com pinterest pinterest.com pinterest.co.uk pinterest.de
    pinterest.fr pinterest.es tumblr tumblr.com quora quora.com snapchat snapchat.com tiktok tiktok.com whatsapp
    whatsapp.com wa.me telegram telegram.org t.me discord discord.com bsky.app bluesky mastodon mastodon.social
    vk vk.com ok.ru weibo weibo.com wechat wechat.com line line.me xing xing.com meetup meetup.com medium
    medium.com hackernews news.ycombinator.com ycombinator.com stackoverflow.com stackexchange.com github.com
    producthunt producthunt.com flickr flickr.com deviantart deviantart.com goodreads goodreads.com livejournal.com
    blogger blogger.com blogspot.com wordpress.com substack.com bit.ly plus.google.com groups.google.com viadeo.com
    nextdoor.com slashdot slashdot.org digg digg.com myspace myspace.com yelp yelp.com tripadvisor tripadvisor.com
  `),
  Video: words(`
    youtube youtube.com m.youtube.com youtu.be vimeo vimeo.com dailymotion dailymotion.com twitch twitch.tv netflix
    netflix.com hulu hulu.com disneyplus disneyplus.com bilibili.com b23.tv youku youku.com iqiyi iqiyi.com wistia
    wistia.com ted.com rumble.com kick.com
  `),
  Shopping: words(`
    amazon amazon.com amazon.co.uk amazon.de amazon.fr amazon.es amazon.it amazon.ca amazon.co.jp amazon.in
    amazon.com.au amazon.com.br amazon.nl ebay ebay.com ebay.co.uk ebay.de etsy etsy.com walmart walmart.com alibaba
    alibaba.com aliexpress aliexpress.com shopify shopify.com shopping.google.com googleshopping google-shopping
    rakuten rakuten.co.jp mercadolibre mercadolivre.com.br mercadolibre.com.mx target.com bestbuy.com wish.com
    shopping shopee.com taobao.com tmall.com jd.com zalando zalando.de zalando.com allegro.pl bol.com otto.de idealo.de
    shopzilla shopzilla.com pricegrabber pricegrabber.com temu.com shein.com
  `),
  Email: words(`
    email e-mail e_mail newsletter mail.google.com mail.yahoo.com outlook.live.com outlook.office.com
    outlook.office365.com mail.aol.com mail.ru mail.yandex.ru mail.proton.me com.google.android.gm mailchimp klaviyo
    hubspot_email sendgrid customer.io
  `),
  SMS: ['sms'],
};

export interface MediumKind {
  readonly mediums: readonly string[];
  readonly organic: string;
  /** Null if the medium has no meaning for paid traffic. */
  readonly paid: string | null;
}

/** Values of `utm_medium` and the channels they mean, after Google Analytics 4's definitions. */
export const MEDIUMS: readonly MediumKind[] = [
  { mediums: ['affiliate', 'partnership', 'partnerships'], organic: 'Affiliate', paid: null },
  { mediums: ['app', 'link', 'referral'], organic: 'Referral', paid: null },
  { mediums: ['audio'], organic: 'Audio', paid: null },
  {
    mediums: ['banner', 'cpm', 'display', 'expandable', 'interstitial'],
    organic: 'Display',
    paid: 'Display',
  },
  { mediums: ['e mail', 'e-mail', 'e_mail', 'email'], organic: 'Email', paid: null },
  { mediums: ['mobile', 'notification', 'push'], organic: 'Push', paid: null },
  {
    mediums: ['sm', 'social', 'social media', 'social network', 'social-media', 'social-network'],
    organic: 'Organic Social',
    paid: 'Paid Social',
  },
  { mediums: ['sms'], organic: 'SMS', paid: null },
  { mediums: ['video'], organic: 'Organic Video', paid: 'Paid Video' },
];

function words(table: string): readonly string[] {
  return table.trim().split(/\s+/);
}
