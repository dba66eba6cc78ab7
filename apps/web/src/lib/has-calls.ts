import { create } from 'zustand';

/** Whether a call has come in since the page began (PEOP-07). Apart from the calls, which the first screen does not load. */
export const useHasCalls = create<boolean>()(() => false);

/** Loads the card of calls. */
export const announceCalls = (): void => useHasCalls.setState(true, true);
