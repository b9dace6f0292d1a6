import type { ComponentType } from 'react';
import type { IconName } from '../ui/icon/icon-names';

type Load = () => Promise<{ readonly default: ComponentType }>;

export interface Screen {
  /** The path below `/project/$projectId/`. */
  readonly path: string;
  readonly load: Load;
  /** The entry in the navigation and in the palette. A screen without an entry is opened from another screen. */
  readonly nav?: {
    readonly label: string;
    readonly icon: IconName;
    /** The letter or digit that is pressed after `g`. */
    readonly key: string;
    readonly section: 'product' | 'data' | 'settings';
  };
}

/** All screens of a project, in the order of the navigation. Each is a chunk of its own. */
export const SCREENS: readonly Screen[] = [
  {
    path: 'home',
    load: () => import('../screens/home/home-screen'),
    nav: { label: 'Home', icon: 'house', key: 'h', section: 'product' },
  },
  {
    path: 'activity',
    load: () => import('../screens/activity/activity-screen'),
    nav: { label: 'Activity', icon: 'activity', key: 'a', section: 'product' },
  },
  { path: 'activity/live', load: () => import('../screens/activity/activity-screen') },
  {
    path: 'insights',
    load: () => import('../screens/insights/insights-screen'),
    nav: { label: 'Insights', icon: 'chart-line', key: 'i', section: 'product' },
  },
  { path: 'insights/new', load: () => import('../screens/insights/new-insight-screen') },
  { path: 'insights/$shortId', load: () => import('../screens/insights/saved-insight-screen') },
  {
    path: 'sql',
    load: () => import('../screens/sql/sql-screen'),
    nav: { label: 'SQL', icon: 'terminal', key: 's', section: 'product' },
  },
  {
    path: 'dashboard',
    load: () => import('../screens/dashboards/dashboards-screen'),
    nav: { label: 'Dashboards', icon: 'layout-dashboard', key: 'd', section: 'product' },
  },
  { path: 'dashboard/$id', load: () => import('../screens/dashboards/dashboard-screen') },
  {
    path: 'web',
    load: () => import('../screens/web/web-screen'),
    nav: { label: 'Web', icon: 'globe', key: 'w', section: 'product' },
  },
  {
    path: 'persons',
    load: () => import('../screens/persons/persons-screen'),
    nav: { label: 'Persons', icon: 'users', key: 'u', section: 'product' },
  },
  { path: 'person/$distinctId', load: () => import('../screens/persons/person-screen') },
  {
    path: 'cohorts',
    load: () => import('../screens/cohorts/cohorts-screen'),
    nav: { label: 'Cohorts', icon: 'list', key: 'c', section: 'product' },
  },
  { path: 'cohorts/$cohortId', load: () => import('../screens/cohorts/cohort-screen') },
  {
    path: 'groups',
    load: () => import('../screens/groups/groups-screen'),
    nav: { label: 'Groups', icon: 'shopping-bag', key: 'r', section: 'product' },
  },
  { path: 'groups/$index', load: () => import('../screens/groups/groups-screen') },
  { path: 'groups/$index/$key', load: () => import('../screens/groups/group-screen') },
  {
    path: 'feature_flags',
    load: () => import('../screens/flags/flags-screen'),
    nav: { label: 'Flags', icon: 'flag', key: 'f', section: 'product' },
  },
  {
    path: 'feature_flags/proposals',
    load: () => import('../screens/flags/proposals/proposals-screen'),
  },
  {
    path: 'feature_flags/environments',
    load: () => import('../screens/flags/environments/environments-screen'),
  },
  {
    path: 'feature_flags/cleanup',
    load: () => import('../screens/flags/cleanup/cleanup-screen'),
  },
  { path: 'feature_flags/$flagId', load: () => import('../screens/flags/flag-screen') },
  {
    path: 'experiments',
    load: () => import('../screens/experiments/experiments-screen'),
    nav: { label: 'Experiments', icon: 'flask-conical', key: 'e', section: 'product' },
  },
  {
    path: 'experiments/$experimentId',
    load: () => import('../screens/experiments/experiment-screen'),
  },
  {
    path: 'data-management/actions',
    load: () => import('../screens/actions/actions-screen'),
    nav: { label: 'Actions', icon: 'circle-dot', key: 'x', section: 'data' },
  },
  { path: 'data-management/actions/$id', load: () => import('../screens/actions/action-screen') },
  {
    path: 'data-management/events',
    load: () => import('../screens/data/events-screen'),
    nav: { label: 'Definitions', icon: 'hash', key: 't', section: 'data' },
  },
  {
    path: 'data-management/properties',
    load: () => import('../screens/data/properties-screen'),
  },
  {
    path: 'data-management/warnings',
    load: () => import('../screens/data/warnings-screen'),
    nav: { label: 'Warnings', icon: 'triangle-alert', key: 'q', section: 'data' },
  },
  {
    path: 'data-management/destinations',
    load: () => import('../screens/destinations/destinations-screen'),
    nav: { label: 'Destinations', icon: 'radio', key: 'n', section: 'data' },
  },
  {
    path: 'data-management/destinations/$id',
    load: () => import('../screens/destinations/destination-screen'),
  },
  {
    path: 'data-management/rules',
    load: () => import('../screens/rules/rules-screen'),
    nav: { label: 'Ingestion rules', icon: 'filter', key: '1', section: 'data' },
  },
  { path: 'data-management/rules/$id', load: () => import('../screens/rules/rule-screen') },
  {
    path: 'data-management/tables',
    load: () => import('../screens/data/tables-screen'),
    nav: { label: 'Tables and views', icon: 'database', key: 'b', section: 'data' },
  },
  {
    path: 'data-management/exports',
    load: () => import('../screens/data/exports-screen'),
    nav: { label: 'Exports', icon: 'send', key: 'j', section: 'data' },
  },
  { path: 'data-management/exports/$id', load: () => import('../screens/data/export-screen') },
  {
    path: 'data-management/deletions',
    load: () => import('../screens/deletions/deletions-screen'),
    nav: { label: 'Delete events', icon: 'trash-2', key: 'g', section: 'data' },
  },
  {
    path: 'settings/project',
    load: () => import('../screens/settings/project-screen'),
    nav: { label: 'Project', icon: 'settings', key: 'p', section: 'settings' },
  },
  {
    path: 'settings/usage',
    load: () => import('../screens/usage/usage-screen'),
    nav: { label: 'Usage', icon: 'chart-column', key: 'z', section: 'settings' },
  },
  {
    path: 'settings/imports',
    load: () => import('../screens/imports/imports-screen'),
    nav: { label: 'Imports', icon: 'download', key: '2', section: 'settings' },
  },
  { path: 'settings/imports/$id', load: () => import('../screens/imports/import-screen') },
  {
    path: 'settings/keys',
    load: () => import('../screens/settings/keys-screen'),
    nav: { label: 'Personal keys', icon: 'key-round', key: 'k', section: 'settings' },
  },
  {
    path: 'settings/members',
    load: () => import('../screens/members/members-screen'),
    nav: { label: 'Members', icon: 'users', key: 'm', section: 'settings' },
  },
  {
    path: 'settings/activity',
    load: () => import('../screens/activity-log/activity-log-screen'),
    nav: { label: 'Activity log', icon: 'history', key: 'l', section: 'settings' },
  },
  {
    path: 'settings/status',
    load: () => import('../screens/status/status-screen'),
    nav: { label: 'Status', icon: 'circle-check', key: 'v', section: 'settings' },
  },
  {
    path: 'settings/account',
    load: () => import('../screens/account/account-screen'),
    nav: { label: 'Your account', icon: 'user', key: 'y', section: 'settings' },
  },
  {
    path: 'onboarding',
    load: () => import('../screens/onboarding/onboarding-screen'),
    nav: { label: 'First steps', icon: 'rocket', key: 'o', section: 'settings' },
  },
];
