-- One look into the index for each currency: a workspace has few, but may have many invoices.
create or replace function corkboard.invoiced_currencies(p_workspace uuid) returns text[]
language plpgsql stable
as $$
declare
  v_known text[] := '{}';
  v_next text := '';
begin
  loop
    select min(i.currency) into v_next from corkboard.invoices i
     where i.workspace_id = p_workspace and i.kind = 'invoice' and i.status in ('SENT', 'PAID') and i.currency > v_next;
    exit when v_next is null;
    v_known := v_known || v_next;
  end loop;
  return v_known;
end
$$;
comment on function corkboard.invoiced_currencies(uuid) is
  'The currencies of the invoices that a workspace has sent, and so of its payments, in the order of the alphabet.';
