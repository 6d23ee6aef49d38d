import { callSpecs } from './call-spec.ts';
import { openOperations } from '../../server/open/signed/document.ts';

/** Every call by its operationId. The build replaces this file with its value, so that the package carries neither the contract nor zod. */
export const callTable = callSpecs(openOperations());
