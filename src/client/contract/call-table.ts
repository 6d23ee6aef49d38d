import { callSpecs } from './call-spec.ts';
import { openOperations } from '../../server/signed/document.ts';

/** Every call by its operationId. The build puts the value of it in the place of this file: the package carries no contract and no zod. */
export const callTable = callSpecs(openOperations());
