-- A sign-in expires after 15 minutes but is kept for a day, because the limits count a day's requests. A sign-in that
-- shares another one's code counts toward no limit, so it is deleted when it expires: there may be any number of them.
-- A claim is left over when a worker died and its endpoint was then removed or disabled. Ownership offers and invitations
-- are open for 7 days. A dismissed inquiry can be reopened for 30 days. Previews of documents are made again when they are
-- asked for. Notifications are left over when the mail server was away for longer than their jobs tried.
create or replace function corkboard.prune(p_batch integer default 1000) returns integer
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  -- They are large.
  c_parts constant integer := 200;
  -- Their lines go with them.
  c_imports constant integer := 10;
  v_expired record;
  v_deleted integer := corkboard.prune_jobs(p_batch) + corkboard.prune_deliveries(p_batch)
    + corkboard.delete_rows(
        'corkboard.export_parts',
        'exists (select 1 from %2$s e where e.workspace_id = o.workspace_id and e.id = o.export_id
                    and (e.state = ''failed'' or e.finished_at <= now() - interval ''1 day''))',
        c_parts, 'corkboard.exports')
    -- Each after its parts.
    + corkboard.delete_rows(
        'corkboard.exports',
        'o.finished_at <= now() - interval ''1 day''
           and not exists (select 1 from %2$s p where p.workspace_id = o.workspace_id and p.export_id = o.id)',
        p_batch, 'corkboard.export_parts')
    + corkboard.delete_rows('corkboard.client_imports', 'o.created_at <= now() - interval ''1 day''', c_imports);
begin
  for v_expired in
    select * from (values
      ('corkboard.idempotency_keys'::regclass, 'o.created_at <= now() - interval ''24 hours'''),
      ('corkboard.rate_windows', 'o.minute_at < now() - interval ''1 hour'''),
      ('corkboard.webhook_claims', 'o.claimed_until <= now() - interval ''1 day'''),
      ('corkboard.sessions', 'o.expires_at <= now()'),
      ('corkboard.sign_in_links', 'o.expires_at <= now()'),
      ('corkboard.sign_ins', 'o.expires_at <= now() and (o.created_at <= now() - interval ''1 day'' or o.code_sign_in_id is not null)'),
      ('corkboard.sign_in_origins', 'o.signed_in_at <= now() - interval ''180 days'''),
      ('corkboard.email_changes', 'o.created_at <= now() - interval ''1 day'''),
      ('corkboard.ownership_offers', 'o.created_at <= now() - interval ''30 days'''),
      ('corkboard.invitations', 'o.created_at <= now() - interval ''30 days'''),
      ('corkboard.document_previews', 'o.requested_at <= now() - corkboard.preview_lifetime()'),
      ('corkboard.inquiries', 'o.dismissed_at <= now() - interval ''30 days'''),
      ('corkboard.notifications', 'o.created_at <= now() - interval ''7 days'''),
      ('corkboard.unsubscribe_links', 'o.created_at <= now() - interval ''365 days''')
    ) e (rows, condition)
  loop
    exit when v_deleted >= p_batch;
    v_deleted := v_deleted + corkboard.delete_rows(v_expired.rows, v_expired.condition, p_batch - v_deleted);
  end loop;
  return v_deleted;
end
$$;
comment on function corkboard.prune(integer) is
  'Deletes what is no longer needed: jobs (prune_jobs), deliveries (prune_deliveries), exports and imports, up to a batch of each, and then rows of other tables until a batch is full. Returns how many; 0 when none are left.';
