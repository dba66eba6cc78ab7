import { createRoute, notFound, redirect } from '@tanstack/react-router';
import type { Message } from './languages/text.ts';
import { signedIn } from './layout-routes.tsx';
import { isOwnServer } from './lib/config.ts';
import type { lazyScreen } from './lib/fetch-screen.ts';
import { type LoadCause, loadForScreen, type ScreenQuery } from './lib/query-client.ts';
import { may } from './lib/session.ts';
import { isDateRangeReversed, type ListUrl, type ListView, searchOfDefaultView } from './list/list-url.ts';
import { mayOpen } from './shell/navigation.ts';

/** Returns the parent route of every screen, which requires a session and renders the shell. */
export const getParentRoute = () => signedIn;

/** Shows "not found" if the web app uses an external provider's API (API-17). */
export function needOwnServer(): void {
  if (!isOwnServer()) throw notFound();
}

/** Opens the user's default view of the list if the address has no parameters (VIEW-04). */
function openDefaultView(to: string, url: Parameters<typeof searchOfDefaultView>[0], search: object): void {
  const opened = searchOfDefaultView(url, { ...search });
  if (opened) throw redirect({ to, search: opened, replace: true });
}

interface ListRoute<F extends string, D extends string> {
  readonly title: Message;
  readonly url: ListUrl<F, D>;
  /** The query of the list. A rarely visited list imports its calls here, so that other screens don't load them. */
  readonly query: (view: ListView<F>) => ScreenQuery | null | Promise<ScreenQuery | null>;
  /**
   * Returns the part of the view that the server needs; by default all of it. Changes of the other parts load
   * nothing.
   */
  readonly asked?: (view: ListView<F>) => unknown;
  /** Loads the other data of the screen, once per visit. */
  readonly onEntry?: (view: ListView<F>, cause: LoadCause) => Promise<void>;
  readonly isOwn?: true;
  readonly screen: ReturnType<typeof lazyScreen>;
}

/** Creates the route of a list, with its address, its data and its code. */
export function listRoute<const P extends string, F extends string, D extends string>(
  path: P,
  list: ListRoute<F, D>,
) {
  const { title, url, query, asked = (view) => view, onEntry, isOwn, screen } = list;
  return createRoute({
    getParentRoute,
    path,
    staticData: { title },
    beforeLoad: ({ search }) => {
      if (isOwn) needOwnServer();
      openDefaultView(path, url, search);
    },
    validateSearch: url.read,
    loaderDeps: ({ search }) => ({ asked: asked(url.view(search)) }),
    loader: async ({ location, cause }) => {
      if (!mayOpen(location.pathname, may)) return;
      const view = url.view(location.search);
      const load = async () => {
        if (isDateRangeReversed(view)) return;
        const shown = await query(view);
        if (shown !== null) await loadForScreen(shown, cause);
      };
      await Promise.all([cause !== 'stay' && onEntry?.(view, cause), load()]);
    },
    component: screen,
  });
}

interface OwnPage {
  readonly title: Message;
  readonly load: (cause: LoadCause) => Promise<unknown>;
  readonly screen: ReturnType<typeof lazyScreen>;
}

/**
 * Creates the route of a page that only our own server has. Users rarely visit it, so its calls load with it and not
 * with every screen.
 */
export const ownPage = <const P extends string>(path: P, { title, load, screen }: OwnPage) =>
  createRoute({
    getParentRoute,
    path,
    staticData: { title },
    beforeLoad: needOwnServer,
    loader: async ({ location, cause }) => {
      if (mayOpen(location.pathname, may)) await load(cause);
    },
    component: screen,
  });
