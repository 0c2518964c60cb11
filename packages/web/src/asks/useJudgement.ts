// What an input would do that its person is writing in the place of the one that was asked about: the gateway says it, a moment
// after the last key.
import type { Ask, JsonObject, Judgement } from '@beckon/protocol';
import { useEffect, useState } from 'react';
import { useBeckon } from '../store/BeckonContext.tsx';

const quietMs = 250;

/** Undefined until it is known. What cannot be judged is of unknown risk. An answer that was refused has it judged anew. */
export function useJudgement(ask: Ask, input: JsonObject | undefined, isAnswering: boolean): Judgement | undefined {
  const { transport } = useBeckon();
  const [judged, setJudged] = useState<{ json: string; judgement: Judgement }>();
  const json = input && JSON.stringify(input);
  useEffect(() => {
    if (json === undefined || isAnswering) return;
    let isWanted = true;
    const timer = setTimeout(() => {
      const asking = transport.judgeInput(ask.id, { input: JSON.parse(json) as JsonObject });
      void asking.catch(() => unknown).then((judgement) => isWanted && setJudged({ json, judgement }));
    }, quietMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [transport, ask.id, json, isAnswering]);
  return json !== undefined && judged?.json === json ? judged.judgement : undefined;
}

const unknown: Judgement = { risk: { level: 'unknown', findings: [] } };
