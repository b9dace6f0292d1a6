import { useQuery } from '@tanstack/react-query';
import { runQuery } from '../../api/query-runner';
import type { PeopleBehind } from '../../queries/insight/people-behind';
import { numberWords } from '../../queries/numbers';
import { peopleBehindLive } from '../../queries/web/people-behind-web';
import { LIVE_MINUTES, liveQuery } from '../../queries/web/web-queries';
import type { WebView } from '../../queries/web/web-view';
import { useProjectId } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { Button } from '../../ui/button/button';
import button from '../../ui/button/button.module.css';
import { Icon } from '../../ui/icon/icon';
import { FailedNotice } from '../../ui/state/states';

const AGAIN_MS = 30_000;

/** The number of visitors who are on the site now. A click shows a list of them. */
export function LiveVisitors(props: {
  readonly view: WebView;
  readonly onPeople: (people: PeopleBehind) => void;
}) {
  const { view, onPeople } = props;
  const projectId = useProjectId();
  const query = liveQuery(view);
  const live = useQuery({
    queryKey: ['web-live', projectId, query],
    refetchInterval: AGAIN_MS,
    queryFn: async ({ signal }): Promise<number> => {
      // Forces a computation, because a stored result would be outdated.
      const { results } = await runQuery(projectId, query, { signal, force: true });
      const [[count] = [0]] = results as readonly (readonly [number])[];
      return count;
    },
  });
  const { data } = live;
  return (
    <>
      <FailedNotice query={live} />
      {data !== undefined && (
        <Button
          kind="quiet"
          disabled={data === 0}
          title={`Those who did something in the last ${LIVE_MINUTES} minutes`}
          onClick={() => onPeople(peopleBehindLive(view, data))}
        >
          {numberWords(data)} {data === 1 ? 'visitor' : 'visitors'} now
        </Button>
      )}
      <ProjectLink path="activity/live" className={`${button.button} ${button.quiet}`}>
        <Icon name="radio" /> Live events
      </ProjectLink>
    </>
  );
}
