create or replace function corkboard.check_status_change(p_invoice corkboard.invoices, p_status text) returns void
language plpgsql
as $$
begin
  if p_status = 'PAID' and p_invoice.kind = 'estimate' then
    perform corkboard.reject('conflict', format('%s is an estimate: it is not paid.', p_invoice.number));
  end if;
  if p_invoice.status = p_status then
    perform corkboard.reject('conflict', format('%s is already %s.', p_invoice.number, p_status));
  end if;
  if not (p_invoice.status || ' ' || p_status = any ('{DRAFT SENT,SENT PAID,DRAFT VOID,SENT VOID}')) then
    perform corkboard.reject('conflict',
      format('%s is %s and cannot become %s.', p_invoice.number, p_invoice.status, p_status));
  end if;
end
$$;
comment on function corkboard.check_status_change(corkboard.invoices, text) is
  'Checks that an invoice or estimate may get this status: a DRAFT SENT, a SENT invoice PAID, a DRAFT or SENT one VOID. Rejects with conflict.';
