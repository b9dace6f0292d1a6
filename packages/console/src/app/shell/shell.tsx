import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { sessionEnded } from '../../api/session-ended';
import { IconButton } from '../../ui/button/button';
import { ErrorBoundary } from '../../ui/state/error-boundary';
import { Lazily } from '../../ui/state/lazily';
import { Loading } from '../../ui/state/states';
import { useGlobalKeys } from '../palette/use-global-keys';
import { Navigation } from './navigation';
import styles from './shell.module.css';

// Loaded when first used, because no screen needs them to show its content.
const Palette = lazy(async () => ({ default: (await import('../palette/palette')).Palette }));
const KeyHelp = lazy(async () => ({ default: (await import('../palette/key-help')).KeyHelp }));
const SessionDialog = lazy(async () => ({
  default: (await import('../../screens/sign-in/session-dialog')).SessionDialog,
}));

/** The frame of every screen of a project: navigation, content, palette. */
export function Shell() {
  const [overlay, setOverlay] = useState<'palette' | 'keys' | null>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  // The path at which the navigation was opened. It closes when the path changes.
  const [navigationPath, setNavigationPath] = useState<string | null>(null);
  const isNavigationOpen = navigationPath === path;
  const closeNavigation = (): void => setNavigationPath(null);
  const bar = useRef<HTMLElement>(null);
  useGlobalKeys({ openPalette: () => setOverlay('palette'), openHelp: () => setOverlay('keys') });
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <header ref={bar} className={styles.bar}>
        <IconButton
          icon="menu"
          label="Navigation"
          aria-expanded={isNavigationOpen}
          aria-controls="navigation"
          onClick={() => setNavigationPath(isNavigationOpen ? null : path)}
        />
        <strong>Tidemark</strong>
        <IconButton icon="search" label="Search" onClick={() => setOverlay('palette')} />
      </header>
      <Navigation
        isOpen={isNavigationOpen}
        onSearch={() => {
          closeNavigation();
          setOverlay('palette');
        }}
        onFollow={closeNavigation}
        onEscape={() => {
          bar.current?.querySelector('button')?.focus();
          closeNavigation();
        }}
      />
      {/* The open navigation covers the content, so it closes when the user goes there. */}
      <main
        id="content"
        className={styles.content}
        tabIndex={-1}
        onFocus={closeNavigation}
        onPointerDown={closeNavigation}
      >
        <ErrorBoundary key={path} isPage>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      <div className={styles.overlay}>
        <Lazily key={overlay}>
          {overlay === 'palette' && <Palette isOpen onClose={() => setOverlay(null)} />}
          {overlay === 'keys' && <KeyHelp isOpen onClose={() => setOverlay(null)} />}
        </Lazily>
      </div>
      <SessionEnd />
    </div>
  );
}

/** Asks the user to sign in again when the server no longer accepts the session. */
function SessionEnd() {
  const [state, setState] = useState<'running' | 'ended' | 'renewed'>('running');
  useEffect(() => sessionEnded.listen(() => setState('ended')), []);
  // The dialog stays mounted after the first time, so that it gives the focus back when it closes.
  if (state === 'running') return null;
  return (
    <div className={styles.overlay}>
      <Lazily>
        <SessionDialog isOpen={state === 'ended'} onDone={() => setState('renewed')} />
      </Lazily>
    </div>
  );
}
