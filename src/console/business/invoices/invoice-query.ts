import { useQuery } from '@tanstack/react-query';
import { post } from '../../kit/net/call.ts';

export const detailPath = '/api/invoice/invoiceDetail';
export const linesPath = '/api/invoice/invoiceOrderList';

export function useInvoice(id: string) {
  return useQuery({ queryKey: [detailPath, id], queryFn: ({ signal }) => post(detailPath, { id }, { signal, quiet: true }) });
}

export function useInvoiceLines(id: string) {
  return useQuery({ queryKey: [linesPath, id], queryFn: ({ signal }) => post(linesPath, { id }, { signal, quiet: true }) });
}
