import { create } from 'zustand';

interface ProofState {
  /** The methods by which the user can prove their identity, such as "password". Null while no proof is needed. */
  readonly methods: readonly string[] | null;
  readonly waiting: readonly ((isProved: boolean) => void)[];
  readonly count: number;
}

const useProofStore = create<ProofState>()(() => ({ methods: null, waiting: [], count: 0 }));

/** Asks the user for proof of identity, once for all pending calls (TEAM-05). @returns whether the user provided it */
export const requestProof = (methods: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    useProofStore.setState((state) => ({
      methods: state.methods ?? methods,
      waiting: [...state.waiting, resolve],
    }));
  });

/** Returns the number of completed proofs. A call that was rejected before the latest proof needs no new one. */
export const proofCount = (): number => useProofStore.getState().count;

/** Closes the dialog. The pending calls continue, or fail as cancelled. */
export function resolveProof(isProved: boolean): void {
  const { waiting, count } = useProofStore.getState();
  useProofStore.setState({ methods: null, waiting: [], count: isProved ? count + 1 : count });
  for (const resolve of waiting) resolve(isProved);
}

/** Resolves when no proof is pending. */
export const waitForProof = (): Promise<void> =>
  new Promise((resolve) => {
    if (useProofStore.getState().methods === null) return resolve();
    const stop = useProofStore.subscribe(({ methods }) => {
      if (methods !== null) return;
      stop();
      resolve();
    });
  });

/** Returns the methods by which the user can prove their identity; null while no proof is needed. */
export const useProofMethods = (): readonly string[] | null => useProofStore(({ methods }) => methods);
