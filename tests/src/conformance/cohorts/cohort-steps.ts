import type { Manage, Send, Step } from '../test-support/case';
import { captured, PERSONAL_KEY, PROJECT, shows } from '../test-support/case';

/** The maximum time for a calculation, including the queue and the update of the edges, on a busy machine. */
export const CALCULATED_MS = 20_000;

/** The filters of a cohort that combines the values with AND. */
export function all(...values: readonly object[]): object {
  return { properties: { type: 'OR', values: [{ type: 'AND', values }] } };
}

/** Creates a cohort. */
export function cohort(name: string, filters: object, more: object = {}): Manage {
  return {
    manage: { method: 'POST', path: 'cohorts/' },
    body: { name, filters, ...more },
    status: 201,
  };
}

/** Changes a cohort. */
export function changeCohort(name: string, body: object): Manage {
  return { manage: { method: 'PATCH', path: `cohorts/{{${name}}}/` }, body, status: 200 };
}

/** Waits until a cohort is calculated and has `count` members. */
export function calculated(name: string, count: number): Manage {
  return {
    manage: { method: 'GET', path: `cohorts/{{${name}}}/` },
    status: 200,
    response: { is_calculating: false, errors_calculating: 0, count },
    withinMs: CALCULATED_MS,
  };
}

/** A filter, or a condition of a flag, on a cohort. */
export function inCohort(name: string, more: object = {}): object {
  return { key: 'id', type: 'cohort', value: `{{${name}}}`, ...more };
}

/** Creates a person with a plan and waits until it can be queried. */
export function person(distinctId: string, plan: string): readonly Step[] {
  return [
    captured('sign up', { $set: { plan } }, { distinct_id: distinctId }),
    shows(
      `SELECT p.properties.plan FROM persons AS p JOIN person_distinct_ids AS d ON d.person_id = p.id WHERE d.distinct_id = '${distinctId}'`,
      [[plan]],
    ),
  ];
}

/** Uploads a list of distinct ids as a static cohort. */
export function upload(name: string, csv: string, count: number): Send {
  const part = (head: string, text: string): string =>
    `--part\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
  return {
    send: {
      path: `/api/projects/${PROJECT}/cohorts/`,
      headers: {
        authorization: `Bearer ${PERSONAL_KEY}`,
        'content-type': 'multipart/form-data; boundary=part',
      },
      body: `${part('name="name"', name)}${part('name="is_static"', 'true')}${part('name="csv"; filename="ids.csv"', csv)}--part--\r\n`,
    },
    response: { status: 201, body: { name, is_static: true, count, is_calculating: false } },
  };
}
