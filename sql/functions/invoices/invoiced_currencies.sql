-- One look into the index for each currency: a workspace has few, but may have many invoices.
create or replace function corkboard.invoiced_currencies(p_workspace uuid) returns text[]
language plpgsql stable
as $$
declare
  v_known text[] := '{}';
  v_next text := '';
begin
  loop
    select least(
             (select min(i.currency) from corkboard.invoices i
               where i.workspace_id = p_workspace and i.kind = 'invoice' and i.status in ('SENT', 'PAID') and i.currency > v_next),
             (select min(n.currency) from corkboard.credit_notes n where n.workspace_id = p_workspace and n.currency > v_next))
      into v_next;
    exit when v_next is null;
    v_known := v_known || v_next;
  end loop;
  return v_known;
end
$$;
comment on function corkboard.invoiced_currencies(uuid) is
  'The currencies of the invoices that a workspace has sent or credited, and so of its payments, in the order of the alphabet.';
