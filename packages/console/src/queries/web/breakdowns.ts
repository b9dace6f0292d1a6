import type { WebStatsBreakdown } from '@tidemark/contracts';

interface BreakdownChoice {
  readonly value: WebStatsBreakdown;
  readonly label: string;
  /** What the first column holds, where that is not the label. */
  readonly heading?: string;
}

interface TableChoices {
  /** The name of its parameters in the address. */
  readonly name: string;
  readonly title: string;
  /** The first one is shown without a choice. */
  readonly breakdowns: readonly BreakdownChoice[];
}

const choice = (value: WebStatsBreakdown, label: string): BreakdownChoice => ({ value, label });

/** The tables of the screen, and what each can be broken down by. */
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

/** The chosen breakdown of a table; the first one when the text names none of them. */
export function breakdownOf(table: TableChoices, text: string | undefined): BreakdownChoice {
  const found = table.breakdowns.find(({ value }) => value === text) ?? table.breakdowns[0];
  if (found === undefined) throw new Error(`The table ${table.name} has no breakdown.`);
  return found;
}
