import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { projectListQuery, signOut, useMe, useProject } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { Icon } from '../../ui/icon/icon';
import { Menu, MenuItem } from '../../ui/menu/menu';
import { SCREENS } from '../screens';
import { setTheme, useTheme } from '../theme/theme';
import styles from './shell.module.css';

const SECTIONS = [
  { name: 'product', label: 'Product' },
  { name: 'data', label: 'Data' },
  { name: 'settings', label: 'Settings' },
] as const;

export function Navigation(props: {
  /** Whether it covers the content of a narrow page. On a wide one, it is always beside the content. */
  readonly isOpen: boolean;
  readonly onSearch: () => void;
  /** Called when a link is followed, also one to the shown screen. */
  readonly onFollow: () => void;
  readonly onEscape: () => void;
}) {
  const { isOpen, onFollow, onEscape } = props;
  return (
    <nav
      id="navigation"
      aria-label="Screens"
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a') !== null) onFollow();
      }}
      onKeyDown={({ key, target, currentTarget }) => {
        // Menus are outside the navigation in the page, and close themselves.
        const isInside = target instanceof Node && currentTarget.contains(target);
        if (isOpen && key === 'Escape' && isInside) onEscape();
      }}
      className={isOpen ? `${styles.navigation} ${styles.open}` : styles.navigation}
    >
      <ProjectMenu />
      <button type="button" className={styles.search} onClick={props.onSearch}>
        <Icon name="search" />
        <span>Search</span>
        <kbd>Ctrl K</kbd>
      </button>
      {SECTIONS.map(({ name, label }) => {
        const screens = SCREENS.filter((screen) => screen.nav?.section === name);
        if (screens.length === 0) return null;
        return (
          <section key={name} aria-label={label} className={styles.section}>
            <h2>{label}</h2>
            <ul>
              {screens.map(({ path, nav }) => (
                <li key={path}>
                  <ProjectLink path={path} className={styles.link} activeClassName={styles.active}>
                    <Icon name={nav?.icon ?? 'info'} />
                    {nav?.label}
                  </ProjectLink>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <UserMenu />
    </nav>
  );
}

function ProjectMenu() {
  const project = useProject();
  const projects = useQuery(projectListQuery);
  const navigate = useNavigate();
  return (
    <div className={styles.project}>
      <Menu
        label={`Project ${project.name}`}
        trigger={<span className={styles.name}>{project.name}</span>}
      >
        {(projects.data ?? [project]).map(({ id, name }) => (
          <MenuItem
            key={id}
            icon={id === project.id ? 'check' : undefined}
            onClick={() =>
              void navigate({ to: '/project/$projectId', params: { projectId: String(id) } })
            }
          >
            {name}
          </MenuItem>
        ))}
        {projects.isError && (
          <MenuItem icon="refresh-cw" onClick={() => void projects.refetch()}>
            Other projects could not be loaded: retry
          </MenuItem>
        )}
      </Menu>
    </div>
  );
}

function UserMenu() {
  const me = useMe();
  const theme = useTheme();
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    await signOut();
    await navigate({ to: '/login', search: {} });
    client.clear();
  };
  return (
    <div className={styles.user}>
      <Menu label={`Account ${me.email}`} trigger={<span className={styles.name}>{me.email}</span>}>
        <MenuItem icon={theme === 'light' ? 'check' : 'sun'} onClick={() => setTheme('light')}>
          Light theme
        </MenuItem>
        <MenuItem icon={theme === 'dark' ? 'check' : 'moon'} onClick={() => setTheme('dark')}>
          Dark theme
        </MenuItem>
        <MenuItem
          icon={theme === 'system' ? 'check' : 'monitor'}
          onClick={() => setTheme('system')}
        >
          Theme of the system
        </MenuItem>
        <MenuItem icon="log-out" onClick={() => void leave()}>
          Sign out
        </MenuItem>
      </Menu>
      <span className={styles.version}>{me.version}</span>
    </div>
  );
}
