-- A page that was prefetched, previewed in a chat or fetched by a mail scanner does not count as a view, and neither
-- does a visit by a member of the workspace. p_counts_as_view is what the request's headers say; p_session_hash is the
-- session in the browser. Only the first view takes a lock.
create or replace function corkboard.open_invoice_link(
  p_token text, p_counts_as_view boolean, p_session_hash bytea, p_workspace uuid,
  out workspace_id uuid, out project_id uuid, out invoice_id uuid, out record_id uuid
) returns setof record
language plpgsql
rows 1
as $$
declare
  v_link record;
  v_invoice corkboard.invoices;
begin
  select * into v_link from corkboard.find_share_link('invoice', p_token, p_workspace);
  if not found then
    return;
  end if;
  v_invoice := corkboard.find_invoice(v_link.workspace_id, v_link.invoice_id);
  if p_counts_as_view and v_invoice.viewed_at is null and v_invoice.status in ('SENT', 'PAID') and not exists (
    select 1 from corkboard.sessions s
     where s.token_hash = p_session_hash and s.workspace_id = v_link.workspace_id and s.expires_at > clock_timestamp()
  ) then
    perform corkboard.lock_workspace(v_link.workspace_id);
    -- While this waited for the lock, the link may have been renewed or the invoice voided.
    if not exists (select 1 from corkboard.find_share_link('invoice', p_token, v_link.workspace_id)) then
      return;
    end if;
    v_invoice := corkboard.find_invoice(v_link.workspace_id, v_link.invoice_id);
    if v_invoice.status in ('SENT', 'PAID') then
      perform corkboard.act_as_client(null);
      perform corkboard.view_invoice(v_link.workspace_id, v_link.invoice_id);
    end if;
  end if;
  return query select v_link.workspace_id, v_link.project_id, v_link.invoice_id, v_link.record_id;
end
$$;
comment on function corkboard.open_invoice_link(text, boolean, bytea, uuid) is
  'What the share link of an invoice or estimate opens, as find_share_link returns it. The client''s first visit to one that is SENT or PAID counts as its view (view_invoice). p_session_hash is that of the session in the browser: a member''s visit does not count. No row if the link does not work.';
