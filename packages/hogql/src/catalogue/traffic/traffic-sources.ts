/** Visitors that are not persons, by a part of their user agent; the first match counts. */
export interface TrafficSource {
  readonly part: string;
  readonly name: string;
  readonly operator: string;
  readonly category: TrafficCategory;
}

type TrafficCategory = keyof typeof TRAFFIC_TYPES;

/** The kind of traffic of each category. */
export const TRAFFIC_TYPES = {
  ai_crawler: 'AI Agent',
  ai_search: 'AI Agent',
  ai_assistant: 'AI Agent',
  search_crawler: 'Bot',
  seo_crawler: 'Bot',
  social_crawler: 'Bot',
  monitoring: 'Bot',
  other_crawler: 'Bot',
  http_client: 'Automation',
  headless_browser: 'Automation',
} as const;

/** Lines of `part|name|operator`, by category. Well-known ones only. */
const TABLE: Readonly<Record<TrafficCategory, string>> = {
  ai_crawler: `
    GPTBot|GPTBot|OpenAI
    ClaudeBot|ClaudeBot|Anthropic
    anthropic-ai|anthropic-ai|Anthropic
    Google-Extended|Google-Extended|Google
    CCBot|CCBot|Common Crawl
    Applebot-Extended|Applebot-Extended|Apple
    cohere-ai|cohere-ai|Cohere
    meta-externalagent|Meta-ExternalAgent|Meta
    Bytespider|Bytespider|ByteDance
    Amazonbot|Amazonbot|Amazon`,
  ai_search: `
    OAI-SearchBot|OAI-SearchBot|OpenAI
    PerplexityBot|PerplexityBot|Perplexity
    Claude-SearchBot|Claude-SearchBot|Anthropic`,
  ai_assistant: `
    ChatGPT-User|ChatGPT-User|OpenAI
    Claude-User|Claude-User|Anthropic
    Claude-Web|Claude-Web|Anthropic
    Perplexity-User|Perplexity-User|Perplexity`,
  search_crawler: `
    Googlebot|Googlebot|Google
    AdsBot-Google|AdsBot-Google|Google
    bingbot|Bingbot|Microsoft
    YandexBot|YandexBot|Yandex
    Baiduspider|Baiduspider|Baidu
    DuckDuckBot|DuckDuckBot|DuckDuckGo
    Slurp|Yahoo! Slurp|Yahoo
    Applebot|Applebot|Apple
    SeznamBot|SeznamBot|Seznam`,
  seo_crawler: `
    AhrefsBot|AhrefsBot|Ahrefs
    SemrushBot|SemrushBot|Semrush
    MJ12bot|MJ12bot|Majestic
    DotBot|DotBot|Moz
    PetalBot|PetalBot|Huawei
    Screaming Frog|Screaming Frog|Screaming Frog`,
  social_crawler: `
    facebookexternalhit|facebookexternalhit|Meta
    Twitterbot|Twitterbot|X
    LinkedInBot|LinkedInBot|LinkedIn
    Pinterestbot|Pinterestbot|Pinterest
    Slackbot|Slackbot|Slack
    TelegramBot|TelegramBot|Telegram
    Discordbot|Discordbot|Discord
    WhatsApp/|WhatsApp|Meta`,
  monitoring: `
    Pingdom|Pingdom|Pingdom
    UptimeRobot|UptimeRobot|UptimeRobot
    Site24x7|Site24x7|Zoho
    StatusCake|StatusCake|StatusCake
    DatadogSynthetics|Datadog Synthetics|Datadog
    Chrome-Lighthouse|Lighthouse|Google`,
  headless_browser: `
    HeadlessChrome|Headless Chrome|
    PhantomJS|PhantomJS|
    Playwright|Playwright|
    Puppeteer|Puppeteer|
    Selenium|Selenium|`,
  http_client: `
    curl/|curl|
    Wget/|Wget|
    python-requests/|Python Requests|
    Python-urllib/|Python urllib|
    aiohttp/|aiohttp|
    axios/|axios|
    node-fetch/|node-fetch|
    Go-http-client/|Go HTTP client|
    okhttp/|OkHttp|
    Apache-HttpClient/|Apache HttpClient|
    libwww-perl/|libwww-perl|
    PostmanRuntime/|Postman|`,
  other_crawler: `
    bot/||
    bot;||
    crawler||
    spider||`,
};

export const TRAFFIC_SOURCES: readonly TrafficSource[] = Object.entries(TABLE).flatMap(
  ([category, lines]) =>
    lines
      .trim()
      .split('\n')
      .map((line) => {
        const [part = '', name = '', operator = ''] = line.trim().split('|');
        return { part, name, operator, category: category as TrafficCategory };
      }),
);
