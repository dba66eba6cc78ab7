import { createRoute, notFound, redirect } from '@tanstack/react-router';
import type { Message } from './languages/text.ts';
import { signedIn } from './layout-routes.tsx';
import { isOwnServer } from './lib/config.ts';
import type { lazyScreen } from './lib/fetch-screen.ts';
import { type LoadCause, loadForScreen, type ScreenQuery } from './lib/query-client.ts';
import { may } from './lib/session.ts';
import { areDaysReversed, type ListUrl, type ListView, searchOfOpening } from './list/list-url.ts';
import { mayOpen } from './shell/navigation.ts';

/** The parent of every screen: signed in, in the shell. */
export const getParentRoute = () => signedIn;

/** Answers "not found" with another provider of the API (API-17). */
export function needOwnServer(): void {
  if (!isOwnServer()) throw notFound();
}

/** An address without anything opens the person's default view of the list (VIEW-04). */
function openDefaultView(to: string, url: Parameters<typeof searchOfOpening>[0], search: object): void {
  const opened = searchOfOpening(url, { ...search });
  if (opened) throw redirect({ to, search: opened, replace: true });
}

interface ListRoute<F extends string, D extends string> {
  readonly title: Message;
  readonly url: ListUrl<F, D>;
  /** The query of the list. A rarely visited list imports its calls here, so that not every screen loads them. */
  readonly query: (view: ListView<F>) => ScreenQuery | null | Promise<ScreenQuery | null>;
  /** The part of the view that the server needs, by default all of it; a change of the rest loads nothing. */
  readonly asked?: (view: ListView<F>) => unknown;
  /** Loads what else the screen shows, once for each visit. */
  readonly onEntry?: (view: ListView<F>, cause: LoadCause) => Promise<void>;
  readonly isOwn?: true;
  readonly screen: ReturnType<typeof lazyScreen>;
}

/** The route of a list: its address, its data and its code in one place. */
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
        if (areDaysReversed(view)) return;
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

/** A page that only our own server has. It is rarely visited, so its calls load with it and not with every screen. */
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
