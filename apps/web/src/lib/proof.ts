import { create } from 'zustand';

interface ProofState {
  /** The methods by which the user can prove their identity, such as "password". Null while no proof is needed. */
  readonly methods: readonly string[] | null;
  readonly waiting: readonly ((isProved: boolean) => void)[];
  readonly count: number;
}

const useProofStore = create<ProofState>()(() => ({ methods: null, waiting: [], count: 0 }));

/** Asks the user to prove who they are, once for all calls that wait (TEAM-05). @returns whether they did */
export const askForProof = (methods: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    useProofStore.setState((state) => ({
      methods: state.methods ?? methods,
      waiting: [...state.waiting, resolve],
    }));
  });

/** The number of completed proofs: a call rejected before the latest one needs no other. */
export const proofCount = (): number => useProofStore.getState().count;

/** Closes the question: the calls that wait continue, or fail as cancelled. */
export function answerProof(isProved: boolean): void {
  const { waiting, count } = useProofStore.getState();
  useProofStore.setState({ methods: null, waiting: [], count: isProved ? count + 1 : count });
  for (const resolve of waiting) resolve(isProved);
}

/** Resolves once no proof is awaited. */
export const proofAnswered = (): Promise<void> =>
  new Promise((resolve) => {
    if (useProofStore.getState().methods === null) return resolve();
    const stop = useProofStore.subscribe(({ methods }) => {
      if (methods !== null) return;
      stop();
      resolve();
    });
  });

/** The methods by which the user can prove their identity; null while no proof is needed. */
export const useProofMethods = (): readonly string[] | null => useProofStore(({ methods }) => methods);
