create or replace function corkboard.credited_lines(p_workspace uuid, p_invoice uuid) returns integer[]
language plpgsql stable
as $$
begin
  return (
    select case when i.credited_cents > 0 and i.credited_cents = i.total_cents
                then array(select generate_series(1, greatest(json_array_length(i.line_items), 1)))
                else array(
                  select (l.item ->> 'line')::integer
                    from corkboard.credit_notes c
                   cross join lateral json_array_elements(c.line_items) l (item)
                   where c.workspace_id = p_workspace and c.invoice_id = p_invoice and l.item ->> 'line' is not null
                   order by 1) end
      from corkboard.invoices i where i.workspace_id = p_workspace and i.id = p_invoice);
end
$$;
comment on function corkboard.credited_lines(uuid, uuid) is
  'Which lines of an invoice are credited, counted from 1: those that credit notes name, or all once all of its total is credited. A flat amount is line 1.';
