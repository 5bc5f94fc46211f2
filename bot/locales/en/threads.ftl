### A thread for each pod

setting-threads = Threads
setting-threads-about = Where `/pod open` puts a new pod in a text channel. With a thread for each pod, several games can run side by side: players are added to the thread, and at the end the result is pinned and the thread archived.
threads-channel = In the channel
threads-thread = A thread for each pod
thread-name = { $variant } · { $host }
done-thread = Your pod is open: { $thread }
threads-lacking = On this server each pod gets its own thread, with the result pinned at the end, but I lack permissions for all of that. Ask a moderator to allow me in this channel: { $missing }.
threads-refused = Discord did not let me create a thread, so your pod is in this channel. If that happens again, ask a moderator whether the server has too many open threads.
permission-create_public_threads = Create Public Threads
permission-pin_messages = Pin Messages
