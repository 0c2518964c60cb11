// Every kind of ask. One that is added here has its fields on the wire, its event on the stream and its answers checked;
// the compiler then asks for its form.
import { approval } from './approval.ts';
import { plan } from './plan.ts';
import { question } from './question.ts';
import { trust } from './trust.ts';

export const askKinds = { approval, question, plan, trust };
