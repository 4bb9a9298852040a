create or replace function corkboard.open_shared_invoice(p_token text, p_counts_as_view boolean, p_session_hash bytea)
returns setof corkboard.invoices
language plpgsql
rows 1
as $$
declare
  v_link record;
begin
  for v_link in select * from corkboard.open_invoice_link(p_token, p_counts_as_view, p_session_hash) loop
    return next corkboard.find_invoice(v_link.workspace_id, v_link.invoice_id);
  end loop;
end
$$;
comment on function corkboard.open_shared_invoice(text, boolean, bytea) is
  'The invoice or estimate that a share link opens (open_invoice_link), for the previous release''s web processes.';
