import type { WebStatsBreakdown } from '@tidemark/contracts';

interface BreakdownChoice {
  readonly value: WebStatsBreakdown;
  readonly label: string;
  /** The heading of the first column if it differs from the label. */
  readonly heading?: string;
}

interface TableChoices {
  /** The name of the URL parameters of the table. */
  readonly name: string;
  readonly title: string;
  /** The breakdowns to choose from; the first is the default. */
  readonly breakdowns: readonly BreakdownChoice[];
}

const choice = (value: WebStatsBreakdown, label: string): BreakdownChoice => ({ value, label });

/** The tables of the screen with their breakdowns. */
export const TABLES: readonly TableChoices[] = [
  {
    name: 'pages',
    title: 'Pages',
    breakdowns: [
      choice('Page', 'Paths'),
      choice('InitialPage', 'Entry paths'),
      choice('ExitPage', 'Exit paths'),
      choice('ExitClick', 'Outbound clicks'),
      choice('ScreenName', 'Screens of apps'),
      { ...choice('FrustrationMetrics', 'Rage clicks and errors'), heading: 'Paths' },
    ],
  },
  {
    name: 'sources',
    title: 'Sources',
    breakdowns: [
      choice('InitialChannelType', 'Channels'),
      choice('InitialReferringDomain', 'Referring domains'),
      choice('InitialUTMSource', 'UTM sources'),
      choice('InitialUTMMedium', 'UTM mediums'),
      choice('InitialUTMCampaign', 'UTM campaigns'),
      choice('InitialUTMTerm', 'UTM terms'),
      choice('InitialUTMContent', 'UTM contents'),
    ],
  },
  {
    name: 'devices',
    title: 'Devices',
    breakdowns: [
      choice('DeviceType', 'Device types'),
      choice('Browser', 'Browsers'),
      choice('OS', 'Operating systems'),
      choice('Viewport', 'Sizes of the window'),
    ],
  },
  {
    name: 'places',
    title: 'Places',
    breakdowns: [
      choice('Country', 'Countries'),
      choice('Region', 'Regions'),
      choice('City', 'Cities'),
      choice('Language', 'Languages'),
      choice('Timezone', 'Time zones'),
    ],
  },
];

/** The breakdown with the given value; the first one if the value is unknown. */
export function breakdownOf(table: TableChoices, text: string | undefined): BreakdownChoice {
  const found = table.breakdowns.find(({ value }) => value === text) ?? table.breakdowns[0];
  if (found === undefined) throw new Error(`The table ${table.name} has no breakdown.`);
  return found;
}
